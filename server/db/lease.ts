import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#server/ports/database.ts';
import { leases } from './tables.ts';

export interface Lease {
  /** What must happen in one place at a time. */
  name: string;
  /** Who asks: one random id a process. */
  holder: string;
  /** How long it is kept without being renewed, in ms; longer than the work ever takes. */
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

/** Gives the lease back, so that another node need not wait until it runs out. */
export async function releaseLease(db: Pick<Db, 'delete'>, { name, holder }: Lease): Promise<void> {
  await db.delete(leases).where(and(eq(leases.name, name), eq(leases.holder, holder)));
}

/** Forgets every lease: for a process that has a database to itself, what a killed one before it held is nobody's. */
export async function forgetLeases(db: Pick<Db, 'delete'>): Promise<void> {
  await db.delete(leases);
}
