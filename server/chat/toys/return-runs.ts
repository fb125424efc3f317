import { and, eq, isNull } from 'drizzle-orm';
import { creditsForUnplayed } from '#contract/chat/toy-calls.ts';
import { transfers } from '#server/ledger/tables.ts';
import { ifCovered, transfer } from '#server/ledger/transfer.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { noteReturned, type ReturnedLine } from '../room/message.ts';
import { type CountedTip, uncountTip } from '../tipping/store-tipping.ts';
import { tips } from '../tipping/tables.ts';
import { tellTopTippers, uncountTipper } from '../tipping/top-tippers.ts';
import { type ToyRun, tipKey } from './reads.ts';
import { toyRuns } from './tables.ts';

interface Returned {
  run: ToyRun;
  credits: number;
  /** The member's balance afterwards. */
  balance: number;
  /** The goal without these credits; null if they stand in none that is running. */
  counted: CountedTip | null;
  /** When the performer went live, if the credits counted for the top tippers; else null. */
  liveSince: Date | null;
  /** The tip's line, with these credits; null if it was removed. */
  line: ReturnedLine | null;
}

const isDue = and(eq(toyRuns.state, 'done'), isNull(toyRuns.returned));

/**
 * Gives back what ended runs did not play, each run once: of one performer, or of all. Never call it in the
 * transaction that locks the toy: a tip locks its member's account, then waits for the toy.
 */
export async function returnRuns(deps: Deps, performerId?: number): Promise<void> {
  const due = await deps.db
    .select({ id: toyRuns.id })
    .from(toyRuns)
    .where(and(isDue, performerId === undefined ? undefined : eq(toyRuns.performerId, performerId)));
  const failures: unknown[] = [];
  for (const { id } of due)
    await deps.db.transaction((tx) => returnRun(deps, tx, id)).catch((error) => failures.push(error));
  // The next sweep retries; switching the toy off must not fail because of it.
  if (failures.length > 0 && performerId === undefined)
    throw new AggregateError(failures, `${failures.length} of ${due.length} toy runs were not settled`);
}

async function returnRun(deps: Deps, tx: Tx, id: number): Promise<void> {
  const [found] = await tx
    .select({
      run: toyRuns,
      amount: transfers.amount,
      key: transfers.idempotencyKey,
      goalId: tips.goalId,
      goalCredits: tips.goalCredits,
    })
    .from(toyRuns)
    .innerJoin(transfers, eq(transfers.id, toyRuns.transferId))
    .innerJoin(tips, eq(tips.transferId, transfers.id))
    .where(and(eq(toyRuns.id, id), isDue))
    .for('update', { of: toyRuns });
  if (!found) return;
  const { run, amount, key, goalId, goalCredits } = found;
  const credits = creditsForUnplayed(amount, run.seconds, run.playedMs);
  const moved = credits > 0 ? await ifCovered(giveBack(tx, run, credits, deps.now())) : null;
  if (credits > 0 && !moved) return;
  await tx
    .update(toyRuns)
    .set({ returned: credits, returnTransferId: moved?.transferId ?? null })
    .where(eq(toyRuns.id, id));
  if (!moved) return;
  const { performerId, memberId, queuedAt } = run;
  // In the order of a tip: both wait for the same rows.
  const liveSince = await uncountTipper(tx, { performerId, memberId, credits, at: queuedAt });
  const counted = await uncountTip(tx, performerId, { goalId, credits: Math.min(credits, goalCredits) });
  const clientId = key.slice(tipKey(memberId, '').length);
  const line = await noteReturned(tx, { memberId, clientId, credits });
  tx.afterCommit(() => announce(deps, { run, credits, balance: moved.balance, counted, liveSince, line }));
}

const giveBack = (
  tx: Tx,
  { id, memberId, performerId, sessionId, endReason, transferId }: ToyRun,
  amount: number,
  at: Date,
) =>
  transfer(tx, {
    key: `toy-return:${id}`,
    kind: 'toy-return',
    from: { kind: 'performer', owner: performerId },
    to: { kind: 'member', owner: memberId },
    amount,
    reference: `session:${sessionId}:toy-${endReason}`,
    returns: transferId,
    at,
  });

function announce(deps: Deps, { run, credits, balance, counted, liveSince, line }: Returned): void {
  const { id, memberId, performerId: room, sessionId: session } = run;
  deps.push.toMember(memberId, 'updated-credits', { credits: balance });
  deps.push.toChatSession(session, 'toy-returned', { session, run: id, credits });
  if (line) tellReturned(deps, room, line);
  if (counted) deps.push.toRoom(room, 'room-goal', { room, ...counted });
  if (liveSince) tellTopTippers(deps, room, liveSince);
  deps.events.record('toy.returned', { session, credits });
}

/** A tip of a show may be given back after it, when the room is public again. */
function tellReturned(
  { push }: Pick<Deps, 'push'>,
  room: number,
  { message, vipSession }: ReturnedLine,
): void {
  const payload = { room, message };
  if (vipSession === null) push.toRoom(room, 'chat-tip-returned', payload);
  else {
    push.toChatSession(vipSession, 'chat-tip-returned', payload);
    push.toPerformer(room, 'chat-tip-returned', payload);
  }
}
