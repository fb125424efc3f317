import { and, eq, gte, isNull, lt, sql } from 'drizzle-orm';
import type { Config } from '#server/config/config.ts';
import { type HourCount, hourOf, isWithin, type Span, whole } from '#server/db/expressions.ts';
import { wideNetworkOf } from '#server/identity/client.ts';
import { keyedHash } from '#server/identity/seal.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { mailboxHash } from '../mail/welcome-mailbox.ts';
import { members, signUpNetworks } from '../tables.ts';

/** Keyed hash of the network that an IP address belongs to. */
export const networkHash = (config: Pick<Config, 'secret'>, ip: string): string =>
  keyedHash(config, 'network', wideNetworkOf(ip));

/** Stores from which network an account was registered. */
export async function noteNetwork(
  tx: Tx,
  row: { memberId: number; networkHash: string; seenAt: Date },
): Promise<void> {
  await tx.insert(signUpNetworks).values(row);
}

/** Deletes networks of accounts that were registered before, and are not new any more. */
export async function sweepNetworks({ db }: Pick<Deps, 'db'>, before: Date): Promise<void> {
  await db.delete(signUpNetworks).where(lt(signUpNetworks.seenAt, before));
}

/** Network and mailbox of accounts registered since, as keyed hashes, by member. */
export async function newAccounts(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  since: Date,
): Promise<Map<number, { network: string | null; mailbox: string }>> {
  const rows = await db
    .select({ id: members.id, email: members.email, network: signUpNetworks.networkHash })
    .from(members)
    .leftJoin(signUpNetworks, eq(signUpNetworks.memberId, members.id))
    .where(and(gte(members.createdAt, since), isNull(members.deletedAt)));
  return new Map(
    rows.map(({ id, email, network }) => [id, { network, mailbox: mailboxHash(config, email) }]),
  );
}

/** Registrations by hour, including deleted accounts. */
export const countSignUpHours = ({ db }: Pick<Deps, 'db'>, spans: readonly Span[]): Promise<HourCount[]> =>
  db
    .select({ hour: hourOf(members.createdAt), count: whole(sql`count(*)`) })
    .from(members)
    .where(isWithin(members.createdAt, spans))
    .groupBy(hourOf(members.createdAt));
