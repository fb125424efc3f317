import { and, eq, sql } from 'drizzle-orm';
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

/** For a process with a database of its own: leases of a killed predecessor are void. */
export async function forgetLeases(db: Pick<Db, 'delete'>): Promise<void> {
  await db.delete(leases);
}
