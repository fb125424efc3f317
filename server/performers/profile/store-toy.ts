import { eq } from 'drizzle-orm';
import type { Tx } from '#server/ports/database.ts';
import { performers } from './tables.ts';

/** Whether the performer's toy answers tips now; who joins is told. */
export async function storeToyActive(tx: Tx, performerId: number, active: boolean): Promise<void> {
  await tx.update(performers).set({ toyActive: active }).where(eq(performers.id, performerId));
}
