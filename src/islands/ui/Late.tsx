import { type ReactNode, Suspense } from 'react';
import { Boundary } from './controls/Boundary.tsx';

interface LateProps {
  /** Shown until it is loaded. */
  fallback?: ReactNode;
  children: ReactNode;
}

/** Wraps a part that is loaded on demand; a failure leaves it out. */
export const Late = ({ fallback, children }: LateProps) => (
  <Boundary>
    <Suspense fallback={fallback}>{children}</Suspense>
  </Boundary>
);
