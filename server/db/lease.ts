import { and, eq, gt, like, ne, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '#server/ports/database.ts';
import { leases } from './tables.ts';

export interface Lease {
  name: string;
  /** A random id per process. */
  holder: string;
  /** ms it lasts without renewal; longer than the work can take. */
  ttl: number;
}

/** The database's current time, also within a transaction: the clock shared by all processes. */
const now = sql`clock_timestamp()`;

/** Takes or renews the lease; returns false while another holder has it. */
export async function takeLease(db: Pick<Db, 'insert'>, { name, holder, ttl }: Lease): Promise<boolean> {
  const until = sql`${now} + ${ttl}::int * interval '1 millisecond'`;
  const taken = await db
    .insert(leases)
    .values({ name, holder, until })
    .onConflictDoUpdate({
      target: leases.name,
      set: { holder, until },
      setWhere: sql`${leases.holder} = ${holder} or ${leases.until} <= ${now}`,
    })
    .returning({ name: leases.name });
  return taken.length > 0;
}

export async function releaseLease(db: Pick<Db, 'delete'>, { name, holder }: Lease): Promise<void> {
  await db.delete(leases).where(and(eq(leases.name, name), eq(leases.holder, holder)));
}

/** The lease a process holds while it lives, named after `Deps.node`. */
export const nodeLease = (node: string): Lease => ({
  name: `node:${node}`,
  holder: node,
  ttl: NODE_LEASE_MS,
});

/**
 * ms without renewal after which a process counts as dead. Renewed and checked every second, so its work is taken over
 * within 10 s.
 */
const NODE_LEASE_MS = 8000;

/** Whether the process named in this column is alive. */
export const isAlive = (node: SQLWrapper) =>
  sql`exists (select 1 from ${leases} where ${leases.name} = 'node:' || ${node} and ${leases.until} > ${now})`;

/** Number of processes that are alive. */
export async function countNodes(db: Pick<Db, 'select'>): Promise<number> {
  const alive = await db
    .select({ node: leases.holder })
    .from(leases)
    .where(and(like(leases.name, 'node:%'), gt(leases.until, now)));
  return alive.length;
}

/** Whether a process other than this one is alive. */
export async function hasPeers(db: Pick<Db, 'select'>, node: string): Promise<boolean> {
  const [other] = await db
    .select({ node: leases.holder })
    .from(leases)
    .where(and(like(leases.name, 'node:%'), ne(leases.holder, node), gt(leases.until, now)))
    .limit(1);
  return other !== undefined;
}

/** For a process with its own database: voids the leases of a killed predecessor. */
export async function forgetLeases(db: Pick<Db, 'delete'>): Promise<void> {
  await db.delete(leases);
}
