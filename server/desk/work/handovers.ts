import { desc, lte } from 'drizzle-orm';
import { type writeHandover as call, HANDOVERS_KEPT, type readWork } from '#contract/desk/work-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { handovers } from '../tables.ts';

/** Newest first. */
export async function readHandovers(db: Deps['db'] | Tx): Promise<OutputOf<typeof readWork>['handovers']> {
  const rows = await db.select().from(handovers).orderBy(desc(handovers.id)).limit(HANDOVERS_KEPT);
  return rows.map(({ writtenAt, ...row }) => ({ ...row, writtenAt: writtenAt.toISOString() }));
}

/** Throws `badRequest.form.changed` if the author has not seen the newest note. */
export async function writeHandover(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  { text, version }: ParsedInput<typeof call>,
): Promise<true> {
  const by = requireOperator(caller);
  const at = now();
  const id = version + 1;
  await db.transaction(async (tx) => {
    const [newest] = await readHandovers(tx);
    const written =
      (newest?.id ?? 0) === version
        ? await tx
            .insert(handovers)
            .values({ id, text, writtenBy: by.name, writtenAt: at })
            .onConflictDoNothing()
            .returning()
        : [];
    if (written.length === 0) throw new AppError('badRequest.form.changed');
    await tx.delete(handovers).where(lte(handovers.id, id - HANDOVERS_KEPT));
    await recordAct(tx, by, { act: 'handover.written', subject: `handover:${id}`, at });
  });
  return true;
}
