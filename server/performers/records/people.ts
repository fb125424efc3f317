import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { type Resealed, resealAll, type SecretChange, seal, unseal } from '#server/identity/seal.ts';
import type { CleanBytes } from '#server/ports/clean-file.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import { type Checked, identityRow } from './identity.ts';
import { besidePeople, depictionPeople, depictions, identityCopies } from './tables.ts';

export type PersonRow = typeof besidePeople.$inferSelect;
export type CopyRow = typeof identityCopies.$inferSelect;

/** Whose record it is: `performer:3` or `person:9`. */
export interface Recorded {
  readonly performerId: number | null;
  readonly personId: number | null;
}

export const recordedIn = (key: string): Recorded => {
  const [kind, id] = key.split(':');
  return kind === 'person'
    ? { performerId: null, personId: Number(id) }
    : { performerId: Number(id), personId: null };
};

interface NewPerson extends Checked {
  label: string;
  consentVersion: string;
  consentedOn: string;
}

/** The number of a person who waits for approval; null if another one beside this performer has the name. */
export async function storePerson(
  tx: Tx,
  secret: string,
  { performerId, label, consentVersion, consentedOn, ...checked }: NewPerson,
): Promise<number | null> {
  const [row] = await tx
    .insert(besidePeople)
    .values({ performerId, label, consentVersion, consentedOn, ...identityRow(secret, checked) })
    .onConflictDoNothing()
    .returning({ id: besidePeople.id });
  return row?.id ?? null;
}

export async function personById(db: Pick<Db, 'select'>, id: number): Promise<PersonRow | undefined> {
  const [row] = await db.select().from(besidePeople).where(eq(besidePeople.id, id));
  return row;
}

/** By name. */
export const peopleBeside = (db: Pick<Db, 'select'>, performerId: number): Promise<PersonRow[]> =>
  db
    .select()
    .from(besidePeople)
    .where(eq(besidePeople.performerId, performerId))
    .orderBy(asc(besidePeople.label));

/** One that is approved already stays as it is. */
export async function approvePerson(
  tx: Tx,
  { person, by, at }: { person: number; by: string; at: Date },
): Promise<void> {
  await tx
    .update(besidePeople)
    .set({ approvedAt: at, approvedBy: by })
    .where(and(eq(besidePeople.id, person), sql`${besidePeople.approvedAt} is null`));
}

/** Replaces who is in her picture, now and in later streams. Lock the performer first. */
export async function storeInPicture(tx: Tx, performerId: number, people: readonly number[]): Promise<void> {
  const isHers = eq(besidePeople.performerId, performerId);
  await tx.update(besidePeople).set({ inPicture: false }).where(isHers);
  if (people.length > 0)
    await tx
      .update(besidePeople)
      .set({ inPicture: true })
      .where(and(isHers, inArray(besidePeople.id, [...people]), isNotNull(besidePeople.approvedAt)));
  await linkLive(tx, performerId);
}

/** Notes who is in the picture of her running stream. Those who leave it stay noted: they were shown. */
export async function linkLive(tx: Tx, performerId: number): Promise<void> {
  await tx.execute(sql`
    insert into ${depictionPeople} (depiction_id, person_id)
    select ${depictions.id}, ${besidePeople.id} from ${depictions}
    join ${besidePeople} on ${besidePeople.performerId} = ${depictions.performerId}
    where ${depictions.performerId} = ${performerId} and ${depictions.kind} = 'stream'
      and ${depictions.endedAt} is null and ${besidePeople.inPicture}
    on conflict do nothing`);
}

const isOf = ({ performerId, personId }: Recorded) =>
  personId === null
    ? eq(identityCopies.performerId, performerId ?? 0)
    : eq(identityCopies.personId, personId);

/** Copies of a document and of earlier ones, oldest first. */
export const copiesOf = (db: Pick<Db, 'select'>, of: Recorded): Promise<CopyRow[]> =>
  db.select().from(identityCopies).where(isOf(of)).orderBy(asc(identityCopies.id));

export async function storeCopy(
  tx: Tx,
  secret: string,
  { of, copy, by, at }: { of: Recorded; copy: CleanBytes; by: string; at: Date },
): Promise<void> {
  const sealed = seal(secret, 'identity-copy', copy.bytes);
  await tx.insert(identityCopies).values({ ...of, sealed, addedAt: at, addedBy: by });
}

/** A WebP picture; null if it was sealed with another SECRET. */
export const openCopy = (secret: string, { sealed }: Pick<CopyRow, 'sealed'>): Uint8Array | null =>
  unseal(secret, 'identity-copy', sealed);

/** Records of people beside performers. */
export async function resealPeople(tx: Tx, change: SecretChange): Promise<Resealed> {
  const rows = await tx.select({ id: besidePeople.id, sealed: besidePeople.sealed }).from(besidePeople);
  return resealAll(change, 'performer-identity', rows, (row, sealed) =>
    tx.update(besidePeople).set({ sealed }).where(eq(besidePeople.id, row.id)),
  );
}

/** One by one: a copy is a picture. */
export async function resealCopies(tx: Tx, change: SecretChange): Promise<Resealed> {
  const counts: Resealed = { resealed: 0, unreadable: 0 };
  for (const { id } of await tx.select({ id: identityCopies.id }).from(identityCopies)) {
    const rows = await tx.select().from(identityCopies).where(eq(identityCopies.id, id));
    const one = await resealAll(change, 'identity-copy', rows, (_, sealed) =>
      tx.update(identityCopies).set({ sealed }).where(eq(identityCopies.id, id)),
    );
    counts.resealed += one.resealed;
    counts.unreadable += one.unreadable;
  }
  return counts;
}
