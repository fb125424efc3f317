import { Component, type ReactNode, Suspense } from 'react';
import { reloadOnce } from '#lib/shell/start/failures.ts';
import type { Elements } from '../controls/Messages.tsx';

interface BoundaryProps {
  /** Called after a failure, to close what was opened. */
  onFailed?: () => void;
  children: Elements;
}

/** Wraps a part that may fail to load or render: it then renders nothing, and the rest stays. React logs the error. */
export class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    reloadOnce(error);
    this.props.onFailed?.();
  }

  override render() {
    return this.state.failed ? null : this.props.children;
  }
}

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
