import { and, eq, exists, gt, inArray, lte, ne, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { VIP_RETURN_SECONDS } from '#contract/chat/units.ts';
import { VIP_ANSWER_SECONDS } from '#contract/chat/vip-calls.ts';
import type { Deps } from '#server/ports/deps.ts';
import { JUMP_MS, type SteadyClock } from '#server/steady-clock.ts';
import { chatSessions } from './session/tables.ts';
import { endOwnChats } from './session/take-over-chats.ts';
import { switchToyOff } from './toys/switch-toy.ts';
import { toyRuns } from './toys/tables.ts';
import { chatUnits } from './units/tables.ts';
import { vipRequests } from './vip/tables.ts';

/** ms by which the product's clock is moved in a second while they differ by less. */
const STEER_MS = 1;
/** ms for which paid chats, kept rests and toy runs may delay that the product's clock is set. */
const FOLLOW_MS = 60_000;

/**
 * Call the result once a second. After a jump of the host's clock the product's follows once nothing paid is open,
 * after FOLLOW_MS at the latest; own chats end first, so no jump is charged.
 */
export function createClockSweep(deps: Deps, clock: SteadyClock): () => Promise<void> {
  /** The jump that the product's clock has not followed; negative after a jump back. */
  let noticedMs = 0;
  /** Since when the clocks differ, by the product's; null while they do not. */
  let apartSince: number | null = null;
  return async () => {
    const behindMs = clock.behindMs();
    if (Math.abs(behindMs - noticedMs) >= JUMP_MS) {
      deps.events.record('clock.jumped', { ms: Math.round(behindMs - noticedMs) });
      noticedMs = Math.abs(behindMs) < JUMP_MS ? 0 : behindMs;
    } else clock.steer(STEER_MS, noticedMs);
    if (noticedMs === 0) {
      apartSince = null;
      return;
    }
    const now = deps.now().getTime();
    apartSince ??= now;
    if (now < apartSince + FOLLOW_MS && (await isAnythingPaidOpen(deps, noticedMs))) return;
    await endOwnPaid(deps, noticedMs);
    clock.follow();
    apartSince = null;
    noticedMs = 0;
    deps.events.record('clock.followed', { ms: Math.round(behindMs) });
    if (behindMs < 0) await shortenWaits(deps);
  };
}

const ownSessions = ({ db, node }: Pick<Deps, 'db' | 'node'>) =>
  db.select({ id: chatSessions.id }).from(chatSessions).where(eq(chatSessions.node, node));

/** Minutes of this process's chats whose rest its members may still continue. */
const keptRests = (deps: Deps) =>
  and(
    eq(chatUnits.state, 'away'),
    gt(chatUnits.keptUntil, deps.now()),
    inArray(chatUnits.sessionId, ownSessions(deps)),
  );

/**
 * Toy runs that a process with this clock started. One with the host's clock has started them later than now, or, after a
 * jump back, by that clock's now at the latest.
 */
function playingRuns(deps: Deps, jumpMs: number) {
  const { startedAt } = toyRuns;
  const now = deps.now();
  const isOwn = jumpMs > 0 ? lte(startedAt, now) : gt(startedAt, new Date(now.getTime() + jumpMs));
  return and(eq(toyRuns.state, 'playing'), isOwn);
}

async function isAnythingPaidOpen(deps: Deps, jumpMs: number): Promise<boolean> {
  const { db, node } = deps;
  const one = { one: sql`1` };
  const isPaidChat = and(
    eq(chatSessions.node, node),
    ne(chatSessions.state, 'ended'),
    ne(chatSessions.type, 'free'),
  );
  const open = [
    db.select(one).from(chatSessions).where(isPaidChat),
    db.select(one).from(chatUnits).where(keptRests(deps)),
    db.select(one).from(toyRuns).where(playingRuns(deps, jumpMs)),
  ];
  const [row] = await db
    .select({
      isOpen: sql<boolean>`${sql.join(
        open.map((query) => exists(query)),
        sql` or `,
      )}`,
    })
    .from(sql`(values (1)) as one`);
  return row?.isOpen ?? true;
}

/** Ends what the jump would end at its members' expense; kept rests move with the clock instead. */
async function endOwnPaid(deps: Deps, jumpMs: number): Promise<void> {
  const playing = await deps.db
    .selectDistinct({ performerId: toyRuns.performerId })
    .from(toyRuns)
    .where(playingRuns(deps, jumpMs));
  for (const { performerId } of playing) await switchToyOff(deps, performerId, { reason: 'away' });
  // Pages rejoin after two seconds, maybe while the last chats are being ended: those are ended once more.
  if ((await endOwnChats(deps)) > 0) await endOwnChats(deps);
  await deps.db
    .update(chatUnits)
    .set({ keptUntil: sql`${chatUnits.keptUntil} + make_interval(secs => ${jumpMs / 1000})` })
    .where(keptRests(deps));
}

/** Moves what a clock that was ahead has dated later than now, and would wait for. */
async function shortenWaits({ db, node, now }: Deps): Promise<void> {
  const at = now();
  const byNow = (column: PgColumn, seconds = 0) => {
    const latest = sql`${new Date(at.getTime() + seconds * 1000).toISOString()}::timestamptz`;
    // Unlike least(), this keeps null.
    return sql`case when ${column} > ${latest} then ${latest} else ${column} end`;
  };
  const { state, joinedAt, firstFrameAt, lastSeenAt } = chatSessions;
  // Of pages that joined while the clock was being set.
  await db
    .update(chatSessions)
    .set({
      joinedAt: byNow(joinedAt),
      firstFrameAt: byNow(firstFrameAt),
      lastSeenAt: byNow(lastSeenAt),
    })
    .where(and(eq(chatSessions.node, node), ne(state, 'ended'), gt(joinedAt, at)));
  await db
    .update(vipRequests)
    .set({
      expiresAt: byNow(vipRequests.expiresAt, VIP_ANSWER_SECONDS),
      awayUntil: byNow(vipRequests.awayUntil, VIP_RETURN_SECONDS),
    })
    .where(inArray(vipRequests.state, ['pending', 'accepted']));
}
