import { asc, desc, gte, inArray, lt } from 'drizzle-orm';
import { addDays, dayOf } from '#contract/day.ts';
import { findRings, type Ring, type readToday } from '#contract/desk/today-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { freeSpendsSince } from '#server/ledger/free-credits.ts';
import { newAccounts, sweepNetworks } from '#server/member/account/sign-ups.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { ringAccounts, rings } from '../tables.ts';

/** Rings found today and yesterday, newest first. */
export async function readRings(
  deps: Pick<Deps, 'db' | 'now'>,
): Promise<NonNullable<OutputOf<typeof readToday>['rings']>> {
  const { db } = deps;
  const found = await db
    .select()
    .from(rings)
    .where(gte(rings.day, addDays(dayOf(deps.now()), -1)))
    .orderBy(desc(rings.id));
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const accounts = await db
    .select()
    .from(ringAccounts)
    .where(inArray(ringAccounts.ringId, ids))
    .orderBy(asc(ringAccounts.memberId));
  const names = await performersFor(deps, inHouse).names(found.map(({ performerId }) => performerId));
  return found.map(({ id, day, kind, performerId }) => ({
    id,
    day,
    kind,
    performerId,
    performer: names.get(performerId) ?? '',
    accounts: accounts
      .filter(({ ringId }) => ringId === id)
      .map(({ memberId, credits }) => ({ memberId, credits })),
  }));
}

const DAY_MS = 24 * 3_600_000;
/** Days for which rings are kept. */
const KEPT_DAYS = 30;

/** Stores rings of new accounts, each once a day, and deletes what is too old. Blocks nobody. Call every few minutes. */
export async function sweepRings(deps: Deps): Promise<void> {
  const { db, config, now } = deps;
  const at = now();
  const since = new Date(at.getTime() - config.ring.days * DAY_MS);
  await sweepNetworks(deps, since);
  await db.delete(rings).where(lt(rings.foundAt, new Date(at.getTime() - KEPT_DAYS * DAY_MS)));
  if (config.ring.accounts === 0) return;
  const accounts = await newAccounts(deps, since);
  const spenders = (await freeSpendsSince(db, since)).flatMap((spend) => {
    const account = accounts.get(spend.memberId);
    return account ? [{ ...spend, ...account }] : [];
  });
  for (const ring of findRings(spenders, config.ring.accounts))
    await db.transaction((tx) => storeRing(deps, tx, ring, at));
}

/** Stores nothing for a ring that was found today before. */
async function storeRing({ events }: Deps, tx: Tx, { accounts, ...ring }: Ring, at: Date): Promise<void> {
  const [row] = await tx
    .insert(rings)
    .values({ ...ring, day: dayOf(at), foundAt: at })
    .onConflictDoNothing()
    .returning({ id: rings.id });
  if (!row) return;
  await tx.insert(ringAccounts).values(accounts.map((account) => ({ ...account, ringId: row.id })));
  const { kind, performerId: performer } = ring;
  tx.afterCommit(() =>
    events.record('ring.found', { ring: row.id, kind, performer, accounts: accounts.length }),
  );
}
