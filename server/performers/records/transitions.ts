import { eq } from 'drizzle-orm';
import { recordAct } from '#server/audit/record-act.ts';
import { type Moved, momentMachine } from '#server/db/state-machine.ts';
import type { OperatorCaller } from '#server/identity/caller.ts';
import type { Tx } from '#server/ports/database.ts';
import { performerApplications } from './tables.ts';

interface Decision {
  by: OperatorCaller;
  at: Date;
}

type MovedApplications = Moved<typeof performerApplications, Decision>;

/** An application to become a performer. */
export const applicationMachine = momentMachine<
  typeof performerApplications,
  'waiting' | 'accepted' | 'declined',
  Decision,
  object
>({
  table: performerApplications,
  moments: { waiting: [], accepted: ['decidedAt', 'performerId'], declined: ['decidedAt'] },
  first: 'waiting',
  transitions: { waiting: ['accepted', 'declined'], accepted: [], declined: [] },
  follows: { accepted: [recordAccepted], declined: [recordDeclined] },
});

/** Closes it, and deletes address and text; without a performer it is declined. Lock it first. */
export async function closeApplication(
  tx: Tx,
  { id, performerId, ...why }: Decision & { id: number; performerId: number | null },
): Promise<void> {
  const to = performerId === null ? 'declined' : 'accepted';
  const set = { decidedAt: why.at, decidedBy: why.by.name, performerId, email: null, message: '' };
  await applicationMachine.move({}, tx, { where: eq(performerApplications.id, id), to, set, why });
}

async function recordAccepted(_: object, tx: Tx, { rows, why }: MovedApplications): Promise<void> {
  for (const { performerId } of rows)
    await recordAct(tx, why.by, {
      act: 'application.accepted',
      subject: `performer:${performerId}`,
      at: why.at,
    });
}

async function recordDeclined(_: object, tx: Tx, { rows, why }: MovedApplications): Promise<void> {
  for (const { id } of rows)
    await recordAct(tx, why.by, { act: 'application.declined', subject: `application:${id}`, at: why.at });
}
