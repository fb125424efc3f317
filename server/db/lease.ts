import { and, eq, gt, like, sql } from 'drizzle-orm';
import type { Db } from '#server/ports/database.ts';
import { leases } from './tables.ts';

export interface Lease {
  name: string;
  /** One random id a process. */
  holder: string;
  /** ms it lasts without renewal; longer than the work ever takes. */
  ttl: number;
}

/** Takes or renews the lease; false while another holder has it. */
export async function takeLease(db: Pick<Db, 'insert'>, lease: Lease, now: Date): Promise<boolean> {
  const until = new Date(now.getTime() + lease.ttl);
  const taken = await db
    .insert(leases)
    .values({ name: lease.name, holder: lease.holder, until })
    .onConflictDoUpdate({
      target: leases.name,
      set: { holder: lease.holder, until },
      setWhere: sql`${leases.holder} = ${lease.holder} or ${leases.until} <= ${now.toISOString()}`,
    })
    .returning({ name: leases.name });
  return taken.length > 0;
}

export async function releaseLease(db: Pick<Db, 'delete'>, { name, holder }: Lease): Promise<void> {
  await db.delete(leases).where(and(eq(leases.name, name), eq(leases.holder, holder)));
}

/** The lease that a process holds while it lives, by the name it has in `Deps.node`. */
export const nodeLease = (node: string): Lease => ({
  name: `node:${node}`,
  holder: node,
  ttl: NODE_LEASE_MS,
});

/** ms after which a process that was killed counts as gone. */
const NODE_LEASE_MS = 10_000;

export async function liveNodes(db: Pick<Db, 'select'>, now: Date): Promise<Set<string>> {
  const held = await db
    .select({ node: leases.holder })
    .from(leases)
    .where(and(like(leases.name, 'node:%'), gt(leases.until, now)));
  return new Set(held.map(({ node }) => node));
}

/** For a process with a database of its own: leases of a killed predecessor are void. */
export async function forgetLeases(db: Pick<Db, 'delete'>): Promise<void> {
  await db.delete(leases);
}
