import { and, eq, exists, gt, inArray, lte, sql } from 'drizzle-orm';
import { eqFixed, neFixed } from '#server/db/fixed.ts';
import type { Deps } from '#server/ports/deps.ts';
import { JUMP_MS, type SteadyClock } from '#server/steady-clock.ts';
import { chatMinutes } from './minutes/tables.ts';
import { chatSessions } from './session/tables.ts';
import { endOwnChats } from './session/take-over-chats.ts';
import { switchToyOff } from './toys/switch-off.ts';
import { toyRuns } from './toys/tables.ts';

/** ms by which the product's clock is moved in a second while they differ by less. */
const STEER_MS = 1;
/** ms for which paid chats, kept rests and toy runs may delay that the product's clock is set forward. */
const FOLLOW_MS = 60_000;

/**
 * Call the result once a second. After a jump of the host's clock the product's follows once nothing paid is open,
 * after FOLLOW_MS at the latest; own chats end first, so that no jump is charged.
 */
export function createClockSweep(deps: Deps, clock: SteadyClock): () => Promise<void> {
  /** The jump that the product's clock has not followed. */
  let noticedMs = 0;
  /** Since when the host's clock is ahead, by the product's; null while it is not. */
  let aheadSince: number | null = null;
  return async () => {
    const behindMs = clock.behindMs();
    if (Math.abs(behindMs - noticedMs) >= JUMP_MS) {
      deps.events.record('clock.jumped', { ms: Math.round(behindMs - noticedMs) });
      noticedMs = Math.abs(behindMs) < JUMP_MS ? 0 : behindMs;
    } else clock.steer(STEER_MS, noticedMs);
    if (noticedMs < JUMP_MS) {
      aheadSince = null;
      return;
    }
    const now = deps.now().getTime();
    aheadSince ??= now;
    if (now < aheadSince + FOLLOW_MS && (await isAnythingPaidOpen(deps))) return;
    await endOwnPaid(deps, noticedMs);
    clock.follow();
    noticedMs = 0;
    deps.events.record('clock.followed', { ms: Math.round(behindMs) });
  };
}

const ownSessions = ({ db, node }: Pick<Deps, 'db' | 'node'>) =>
  db.select({ id: chatSessions.id }).from(chatSessions).where(eq(chatSessions.node, node));

/** Minutes of this process's chats whose rest its members may still continue. */
const keptRests = (deps: Deps) =>
  and(
    eqFixed(chatMinutes.state, 'away'),
    gt(chatMinutes.keptUntil, deps.now()),
    inArray(chatMinutes.sessionId, ownSessions(deps)),
  );

/** Toy runs that a process with this clock started: one with the host's clock has started them later than now. */
const playingRuns = (deps: Deps) =>
  and(eqFixed(toyRuns.state, 'playing'), lte(toyRuns.startedAt, deps.now()));

async function isAnythingPaidOpen(deps: Deps): Promise<boolean> {
  const { db, node } = deps;
  const one = { one: sql`1` };
  const isPaidChat = and(
    eq(chatSessions.node, node),
    neFixed(chatSessions.state, 'ended'),
    neFixed(chatSessions.type, 'free'),
  );
  const open = [
    db.select(one).from(chatSessions).where(isPaidChat),
    db.select(one).from(chatMinutes).where(keptRests(deps)),
    db.select(one).from(toyRuns).where(playingRuns(deps)),
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
    .where(playingRuns(deps));
  for (const { performerId } of playing) await switchToyOff(deps, performerId, { reason: 'away' });
  // Pages rejoin after two seconds, maybe while the last chats are being ended: those are ended once more.
  if ((await endOwnChats(deps)) > 0) await endOwnChats(deps);
  await deps.db
    .update(chatMinutes)
    .set({ keptUntil: sql`${chatMinutes.keptUntil} + make_interval(secs => ${jumpMs / 1000})` })
    .where(keptRests(deps));
}
