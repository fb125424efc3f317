import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { outbox } from './tables.ts';
import { mailWork } from './work.ts';

const isOpen = isNull(outbox.doneAt);
const isRetrying = and(isOpen, gt(outbox.attempts, 0));
/** Work that was done has no error. */
const isGivenUp = and(isNotNull(outbox.doneAt), isNotNull(outbox.lastError));
const hasContent = sql`${outbox.payload} <> '{}'::jsonb`;

/** Numbers of pieces; work that was done or given up counts for a week. */
export async function countWork({ db, now }: Pick<Deps, 'db' | 'now'>, kind?: string) {
  const where = (condition: SQL | undefined) =>
    sql<number>`count(*) filter (where ${condition})`.mapWith(Number);
  const isDue = sql`${outbox.doneAt} is null and ${outbox.runAt} <= ${now().toISOString()}::timestamptz`;
  const [row] = await db
    .select({
      open: where(isOpen),
      due: where(isDue),
      retrying: where(isRetrying),
      givenUp: where(isGivenUp),
    })
    .from(outbox)
    .where(kind === undefined ? undefined : eq(outbox.kind, kind));
  return row ?? { open: 0, due: 0, retrying: 0, givenUp: 0 };
}

/** When work of a kind was last done; null if not within a week. */
export async function lastDone({ db }: Pick<Deps, 'db'>, kind: string): Promise<Date | null> {
  const [row] = await db
    .select({ at: outbox.doneAt })
    .from(outbox)
    .where(and(eq(outbox.kind, kind), isNotNull(outbox.doneAt), isNull(outbox.lastError)))
    .orderBy(desc(outbox.doneAt))
    .limit(1);
  return row?.at ?? null;
}

/** Mails to these addresses that wait for an attempt, newest first. */
export async function waitingMails(
  { db }: { readonly db: Pick<Db, 'select'> },
  addresses: readonly string[],
) {
  if (addresses.length === 0) return [];
  const { payload, kind, runAt, id } = outbox;
  const rows = await db
    .select({ payload, at: runAt })
    .from(outbox)
    .where(and(isOpen, eq(kind, mailWork.kind), inArray(sql`${payload}->>'to'`, [...addresses])))
    .orderBy(desc(id));
  return rows.flatMap(({ payload: stored, at }) => {
    const { data } = mailWork.payload.safeParse(stored);
    return data ? [{ mail: data.id, subject: data.subject, at }] : [];
  });
}

/** Work that has failed, given up first, without its payload. */
export function failedWork({ db }: Pick<Deps, 'db'>, limit: number) {
  const { id, kind, attempts, runAt, doneAt, lastError } = outbox;
  return db
    .select({ id, kind, attempts, runAt, doneAt, lastError, hasContent: sql<boolean>`${hasContent}` })
    .from(outbox)
    .where(or(isRetrying, isGivenUp))
    .orderBy(sql`${doneAt} is null`, asc(id))
    .limit(limit);
}

/** Work that is not retried any more, oldest first. */
export const givenUpWork = ({ db }: Pick<Deps, 'db'>, limit: number) =>
  db
    .select({ id: outbox.id, kind: outbox.kind, doneAt: outbox.doneAt })
    .from(outbox)
    .where(isGivenUp)
    .orderBy(asc(outbox.id))
    .limit(limit);

/** Lets failed work run again from its first attempt. Returns false if there is none, or its payload is erased. */
export async function runAgain(
  tx: Pick<Tx, 'update' | 'wakeOutbox'>,
  { work, at }: { work: number; at: Date },
): Promise<boolean> {
  const again = await tx
    .update(outbox)
    .set({ doneAt: null, attempts: 0, runAt: at })
    .where(and(eq(outbox.id, work), or(isRetrying, isGivenUp), hasContent))
    .returning({ id: outbox.id });
  tx.wakeOutbox();
  return again.length > 0;
}
