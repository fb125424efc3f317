import { lt } from 'drizzle-orm';
import { dayOf } from '#contract/day.ts';
import { findRings, type Ring } from '#contract/desk/rings.ts';
import { freeSpendsSince } from '#server/ledger/free-spends.ts';
import { newAccounts, sweepNetworks } from '#server/member/account/sign-up-networks.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { ringAccounts, rings } from './tables.ts';

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
