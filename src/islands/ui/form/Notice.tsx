import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';

const looks = {
  error: { Icon: CircleAlert, color: 'text-danger' },
  success: { Icon: CircleCheck, color: 'text-positive' },
} as const;

export function Mark({ kind }: { kind: keyof typeof looks }) {
  const { Icon, color } = looks[kind];
  return <Icon aria-hidden className={`mt-px size-5 shrink-0 ${color}`} />;
}

/** Announced by screen readers when it appears. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="flex gap-2.5 rounded-lg bg-sunken px-3.5 py-3 text-sm">
      <Mark kind="error" />
      <div className="min-w-0 font-medium">{children}</div>
    </div>
  );
}
