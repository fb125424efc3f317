import { dayOf } from '#contract/day.ts';
import { depictedDue } from '#contract/desk/reports/law.ts';
import type { Deps } from '#server/ports/deps.ts';
import { depictedWaiting } from '#server/safety/reports/reads.ts';

/** Whether the complaint of a depicted person should have been answered by now. */
export const isOverdue = (receivedAt: Date, now: Date): boolean => dayOf(now) > depictedDue(receivedAt);

/** Records each complaint of a depicted person that waits for too long, every time it runs. */
export async function tellOverdue({ db, now, events }: Pick<Deps, 'db' | 'now' | 'events'>): Promise<void> {
  const at = now();
  for (const { number, receivedAt } of await depictedWaiting(db))
    if (isOverdue(receivedAt, at))
      events.record('report.overdue', { report: number, due: depictedDue(receivedAt) });
}
