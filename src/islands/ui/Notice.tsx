import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';

const looks = {
  error: { Icon: CircleAlert, color: 'text-danger', role: 'alert' },
  success: { Icon: CircleCheck, color: 'text-positive', role: 'status' },
  info: { Icon: Info, color: 'text-ink-soft', role: 'status' },
} as const;

/** Announced by screen readers when it appears. */
export function Notice({ kind, children }: { kind: keyof typeof looks; children: ReactNode }) {
  const { Icon, color, role } = looks[kind];
  return (
    <div role={role} className="flex gap-2.5 rounded-lg bg-sunken px-3.5 py-3 text-sm">
      <Icon aria-hidden className={`mt-px size-5 shrink-0 ${color}`} />
      <div className="min-w-0 font-medium">{children}</div>
    </div>
  );
}
