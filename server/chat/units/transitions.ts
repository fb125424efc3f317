import { eq } from 'drizzle-orm';
import type { EndReason } from '#contract/chat/session.ts';
import { type Moved, stateMachine } from '#server/db/state-machine.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { type ChatUnit, chatUnits } from './tables.ts';

type TellDeps = Pick<Deps, 'events' | 'push'>;

interface Settlement {
  /** The member's balance after the credits were given back; null if none were. */
  balance: number | null;
}

/** A bought unit: runs in a session, is kept as a rest while its member is away, and is settled once. */
export const unitMachine = stateMachine<typeof chatUnits, Settlement | undefined, TellDeps>({
  table: chatUnits,
  first: 'running',
  transitions: {
    // A join takes over a unit that runs in another session.
    running: ['running', 'away', 'settled'],
    // Another reason of the end changes how long a rest is kept.
    away: ['running', 'away', 'settled'],
    settled: [],
  },
  follows: {
    settled: [announceReturn],
  },
});

/** Continues a unit in a session. */
export const runIn = (deps: TellDeps, tx: Tx, { id }: ChatUnit, sessionId: string) =>
  unitMachine.move(deps, tx, {
    where: eq(chatUnits.id, id),
    to: 'running',
    set: { sessionId, reason: null, keptUntil: null },
  });

/** Keeps the rest of a unit for its member. */
export const keepRest = (
  deps: TellDeps,
  tx: Tx,
  { id }: ChatUnit,
  kept: { reason: EndReason; keptUntil: Date },
) => unitMachine.move(deps, tx, { where: eq(chatUnits.id, id), to: 'away', set: kept });

/** `back`: the transfer that gave the credits back; null without one. */
export const settleUnit = (
  deps: TellDeps,
  tx: Tx,
  { id }: ChatUnit,
  {
    back,
    ...settled
  }: {
    reason: EndReason;
    settledAt: Date;
    returned: number;
    back: { transferId: number; balance: number } | null;
  },
) =>
  unitMachine.move(deps, tx, {
    where: eq(chatUnits.id, id),
    to: 'settled',
    set: { ...settled, keptUntil: null, returnTransferId: back?.transferId ?? null },
    why: { balance: back?.balance ?? null },
  });

function announceReturn(
  { push, events }: TellDeps,
  tx: Tx,
  { rows, why }: Moved<typeof chatUnits, Settlement | undefined>,
): void {
  const balance = why?.balance ?? null;
  if (balance === null) return;
  for (const { memberId, sessionId, returned } of rows)
    tx.afterCommit(() => {
      push.toMember(memberId, 'updated-credits', { credits: balance });
      events.record('chat.minute-returned', { session: sessionId, credits: returned });
    });
}
