import { exists, sql } from 'drizzle-orm';
import { neFixed } from '#server/db/fixed.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { SteadyClock } from '#server/steady-clock.ts';
import { chatMinutes } from './minutes/tables.ts';
import { chatSessions } from './session/tables.ts';
import { toyRuns } from './toys/tables.ts';

/** ms between the host's clock and the product's that count as a jump. */
const JUMP_MS = 2000;
/** ms by which the product's clock is moved in a second while they differ by less. */
const STEER_MS = 1;

/**
 * Call the result once a second: it notices jumps of the host's clock, and sets the product's clock forward to it while
 * nothing paid is open. Nobody is charged for a jump, and nothing that was paid for expires by it.
 */
export function createClockSweep(deps: Pick<Deps, 'db' | 'events'>, clock: SteadyClock): () => Promise<void> {
  let noticedMs = 0;
  return async () => {
    const behindMs = clock.behindMs();
    if (Math.abs(behindMs - noticedMs) >= JUMP_MS) {
      deps.events.record('clock.jumped', { ms: Math.round(behindMs - noticedMs) });
      noticedMs = behindMs;
    } else if (noticedMs === 0) clock.steer(STEER_MS);
    if (noticedMs < JUMP_MS || (await isAnythingPaidOpen(deps))) return;
    clock.follow();
    noticedMs = 0;
    deps.events.record('clock.followed', { ms: Math.round(behindMs) });
  };
}

/** Whether a chat is open, a rest of a minute is kept, or a toy run is not over, on any node. */
async function isAnythingPaidOpen({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  const one = { one: sql`1` };
  const open = [
    db.select(one).from(chatSessions).where(neFixed(chatSessions.state, 'ended')),
    db.select(one).from(chatMinutes).where(neFixed(chatMinutes.state, 'settled')),
    db.select(one).from(toyRuns).where(neFixed(toyRuns.state, 'done')),
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
