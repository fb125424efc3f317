import { createHash } from 'node:crypto';
import { and, asc, desc, eq, gt, isNull, lte, notExists, or, sql } from 'drizzle-orm';
import type { Db } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { auditRows, auditSeals } from './tables.ts';

/** Rows that are read at once. */
const BATCH = 1000;
/** Seals behind the head up to which a row that was committed late is still sealed. */
const LATE_SEALS = 5000;
/** ms by which a row may be dated before one that was sealed earlier: transactions end in no certain order. */
const LATE_MS = 3_600_000;
/** ms within which a running product has sealed each row. */
const SEALED_WITHIN_MS = 60_000;

/** The end of the chain at a moment, as a line of AUDIT_HEAD_FILE has it: `2026-11-20T12:00:00.000Z 4711 9f86…`. */
export interface Head {
  readonly at: Date;
  readonly position: number;
  readonly hash: string;
}

/** What the hash covers. Details as the database writes them, so that a field added there changes the hash. */
const rowFields = {
  id: auditRows.id,
  act: auditRows.act,
  actor: auditRows.actor,
  memberId: auditRows.memberId,
  subject: auditRows.subject,
  requestId: auditRows.requestId,
  reason: auditRows.reason,
  details: sql<string | null>`${auditRows.details}::text`,
  network: auditRows.network,
  browser: auditRows.browser,
  at: auditRows.at,
};

type Reader = Pick<Db, 'select'>;
type Seal = typeof auditSeals.$inferSelect;
type ChainedRow = Awaited<ReturnType<typeof unsealedRows>>[number];

/** Before the first seal. */
const ORIGIN = '0'.repeat(64);

/** Of the seal before, and of the row with its place in the chain. */
const hashOf = (
  before: string,
  { position, sealedAt }: Pick<Seal, 'position' | 'sealedAt'>,
  row: ChainedRow,
): string =>
  createHash('sha256')
    .update(JSON.stringify([before, position, sealedAt.toISOString(), ...Object.values(row)]))
    .digest('hex');

/** The newest seal; undefined before the first one. */
export async function headOf(db: Reader): Promise<Seal | undefined> {
  const [head] = await db.select().from(auditSeals).orderBy(desc(auditSeals.position)).limit(1);
  return head;
}

const isUnsealed = (db: Reader) =>
  notExists(db.select({ one: sql`1` }).from(auditSeals).where(eq(auditSeals.auditId, auditRows.id)));

/** In order of their ids; `above`: rows up to this id are not looked for. */
const unsealedRows = (db: Reader, above: number) =>
  db
    .select(rowFields)
    .from(auditRows)
    .where(and(gt(auditRows.id, above), isUnsealed(db)))
    .orderBy(asc(auditRows.id))
    .limit(BATCH);

/** Rows up to this id are never sealed any more. */
async function oldestLate(db: Reader, head: Seal | undefined): Promise<number> {
  if (!head || head.position <= LATE_SEALS) return 0;
  const [seal] = await db
    .select({ id: auditSeals.auditId })
    .from(auditSeals)
    .where(eq(auditSeals.position, head.position - LATE_SEALS));
  return seal?.id ?? 0;
}

/**
 * Seals the rows that were committed since the last run; the first run seals all. The position refuses a second seal in
 * its place. Returns how many it sealed.
 */
export async function sealActs({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  return db.transaction(async (tx) => {
    const head = await headOf(tx);
    const above = await oldestLate(tx, head);
    const sealedAt = now();
    let [position, hash, sealed] = [head?.position ?? 0, head?.hash ?? ORIGIN, 0];
    for (;;) {
      const rows = await unsealedRows(tx, above);
      const seals = rows.map((row) => {
        position += 1;
        hash = hashOf(hash, { position, sealedAt }, row);
        return { position, auditId: row.id, hash, sealedAt };
      });
      if (seals.length > 0) await tx.insert(auditSeals).values(seals);
      sealed += seals.length;
      if (rows.length < BATCH) return sealed;
    }
  });
}

export type ChainFault =
  /** The row is not as it was sealed, or was moved to another place. */
  | { readonly fault: 'changed'; readonly row: number }
  | { readonly fault: 'deleted'; readonly row: number }
  /** Written after the rows of its time had been sealed. */
  | { readonly fault: 'inserted'; readonly row: number; readonly at: Date }
  | { readonly fault: 'seal-missing'; readonly position: number }
  /** The chain was made anew: it no longer has what was written outside the database. */
  | { readonly fault: 'other-head'; readonly position: number; readonly at: Date };

export interface CheckedChain {
  readonly rows: number;
  readonly head: Seal | undefined;
  readonly faults: readonly ChainFault[];
}

/** Compares every row with its seal, and the seals with the heads that were written outside the database. */
export async function checkChain(db: Reader, heads: readonly Head[]): Promise<CheckedChain> {
  const faults: ChainFault[] = [];
  const known = new Map(heads.map((head) => [head.position, head]));
  let [last, newest, first]: [Seal | undefined, Date | null, Date | null] = [undefined, null, null];
  for (;;) {
    const page = await sealsAfter(db, last?.position ?? 0);
    for (const { seal, row } of page) {
      first ??= seal.sealedAt;
      for (let gap = (last?.position ?? 0) + 1; gap < seal.position; gap += 1)
        faults.push({ fault: 'seal-missing', position: gap });
      faults.push(...faultsOf({ seal, row, before: last, known }));
      // Those that the first run found were written when there was no chain.
      const isLate = newest !== null && row !== null && newest.getTime() - row.at.getTime() > LATE_MS;
      if (isLate && seal.sealedAt.getTime() !== first.getTime())
        faults.push({ fault: 'inserted', row: row.id, at: row.at });
      if (row && (newest === null || row.at > newest)) newest = row.at;
      last = seal;
    }
    if (page.length < BATCH) break;
  }
  for (const { position, at } of heads)
    if (position > (last?.position ?? 0)) faults.push({ fault: 'other-head', position, at });
  faults.push(...(await insertedRows(db, last)));
  return { rows: last?.position ?? 0, head: last, faults };
}

async function sealsAfter(db: Reader, position: number) {
  return db
    .select({ seal: auditSeals, row: rowFields })
    .from(auditSeals)
    .leftJoin(auditRows, eq(auditRows.id, auditSeals.auditId))
    .where(gt(auditSeals.position, position))
    .orderBy(asc(auditSeals.position))
    .limit(BATCH);
}

interface Link {
  readonly seal: Seal;
  readonly row: ChainedRow | null;
  readonly before: Seal | undefined;
  readonly known: ReadonlyMap<number, Head>;
}

function faultsOf({ seal, row, before, known }: Link): ChainFault[] {
  const faults: ChainFault[] = [];
  const { position, auditId, hash } = seal;
  if (!row) faults.push({ fault: 'deleted', row: auditId });
  else if (before?.position === position - 1 || position === 1) {
    if (hashOf(before?.hash ?? ORIGIN, seal, row) !== hash) faults.push({ fault: 'changed', row: auditId });
  }
  const head = known.get(position);
  if (head && head.hash !== hash) faults.push({ fault: 'other-head', position, at: head.at });
  return faults;
}

/** Rows that the running product would have sealed long ago. */
async function insertedRows(db: Reader, head: Seal | undefined): Promise<ChainFault[]> {
  if (!head) return [];
  const due = new Date(head.sealedAt.getTime() - SEALED_WITHIN_MS);
  const rows = await db
    .select({ row: auditRows.id, at: auditRows.at })
    .from(auditRows)
    .leftJoin(auditSeals, eq(auditSeals.auditId, auditRows.id))
    .where(
      and(
        isNull(auditSeals.position),
        or(lte(auditRows.at, due), lte(auditRows.id, await oldestLate(db, head))),
      ),
    )
    .orderBy(asc(auditRows.id));
  return rows.map((row) => ({ fault: 'inserted', ...row }));
}
