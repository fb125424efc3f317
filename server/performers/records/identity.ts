import { and, count, desc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { dayOf } from '#contract/day.ts';
import { AppError } from '#contract/errors.ts';
import { adultFrom, type Identity, identitySchema, isPastGrace } from '#contract/performers/identity.ts';
import { type Resealed, resealAll, type SecretChange, seal, unseal } from '#server/identity/seal.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { performers } from '../tables.ts';
import { besidePeople, performerConsents, performerIdentities } from './tables.ts';

export type IdentityRow = typeof performerIdentities.$inferSelect;

export async function identityOf(
  db: Pick<Db, 'select'>,
  performerId: number,
): Promise<IdentityRow | undefined> {
  const [row] = await db
    .select()
    .from(performerIdentities)
    .where(eq(performerIdentities.performerId, performerId));
  return row;
}

export async function countRecords(db: Pick<Db, 'select'>): Promise<number> {
  const [row] = await db.select({ count: count() }).from(performerIdentities);
  return row?.count ?? 0;
}

/** Those who have a record, also removed ones. */
export async function recordedPerformers(db: Pick<Db, 'select'>): Promise<number[]> {
  const { performerId } = performerIdentities;
  return (await db.select({ id: performerId }).from(performerIdentities).orderBy(performerId)).map(
    ({ id }) => id,
  );
}

/** Null if it was sealed with another SECRET. */
export function openRecord(secret: string, { sealed }: Pick<IdentityRow, 'sealed'>): Identity | null {
  const value = unseal(secret, 'performer-identity', sealed);
  return value && identitySchema.parse(JSON.parse(Buffer.from(value).toString()));
}

export interface Checked {
  performerId: number;
  identity: Identity;
  checkedOn: string;
  checkedBy: string;
  /** Last day of the document; null if it was not noted. */
  expiresOn: string | null;
  at: Date;
}

/** A record that nobody has approved yet. */
export const identityRow = (
  secret: string,
  { identity, checkedOn, checkedBy, expiresOn, at }: Omit<Checked, 'performerId'>,
) => ({
  sealed: seal(secret, 'performer-identity', Buffer.from(JSON.stringify(identity))),
  adultFrom: adultFrom(identity.dateOfBirth),
  checkedOn,
  checkedBy,
  recordedAt: at,
  approvedAt: null,
  approvedBy: null,
  expiresOn,
});

/**
 * Stores or replaces the record, unapproved, and takes the date of birth of her profile from it. The database refuses a
 * minor (performer_identity_adult, performer_adult).
 */
export async function storeIdentity(
  tx: Tx,
  secret: string,
  { performerId, ...checked }: Checked,
): Promise<void> {
  const record = identityRow(secret, checked);
  await tx
    .insert(performerIdentities)
    .values({ performerId, ...record })
    .onConflictDoUpdate({ target: performerIdentities.performerId, set: { ...record, remindedOn: null } });
  await tx
    .update(performers)
    .set({ dateOfBirth: checked.identity.dateOfBirth })
    .where(eq(performers.id, performerId));
}

/** False without a record; a record that is approved already stays as it is. */
export async function approveIdentity(
  tx: Tx,
  { performerId, by, at }: { performerId: number; by: string; at: Date },
): Promise<boolean> {
  const row = await identityOf(tx, performerId);
  if (row && row.approvedAt === null)
    await tx
      .update(performerIdentities)
      .set({ approvedAt: at, approvedBy: by })
      .where(eq(performerIdentities.performerId, performerId));
  return row !== undefined;
}

/** What is readable of a record. */
type Readable = Pick<IdentityRow, 'recordedAt' | 'approvedAt' | 'expiresOn' | 'checkedBy'>;

/** Locks the record of a performer or of a person beside one; undefined if there is none. */
export async function holdRecorded(
  tx: Tx,
  { performerId, personId }: { performerId: number | null; personId: number | null },
): Promise<Readable | undefined> {
  const [hers, person] = [performerIdentities, besidePeople];
  const [row] =
    personId === null
      ? await tx
          .select()
          .from(hers)
          .where(eq(hers.performerId, performerId ?? 0))
          .for('update')
      : await tx.select().from(person).where(eq(person.id, personId)).for('update');
  return row;
}

/** Notes the last day of the document of a record. */
export async function noteExpiry(
  tx: Tx,
  { performerId, personId }: { performerId: number | null; personId: number | null },
  expiresOn: string,
): Promise<void> {
  const [hers, person] = [performerIdentities, besidePeople];
  if (personId !== null) await tx.update(person).set({ expiresOn }).where(eq(person.id, personId));
  else
    await tx
      .update(hers)
      .set({ expiresOn })
      .where(eq(hers.performerId, performerId ?? 0));
}

export type ConsentRow = typeof performerConsents.$inferSelect;

interface Consent {
  performerId: number;
  version: string;
  acceptedOn: string;
  coPerformers: readonly string[];
  recordedBy: string;
  at: Date;
}

/** False if this version was recorded for that day before. */
export async function storeConsent(
  tx: Tx,
  secret: string,
  { coPerformers, at, ...consent }: Consent,
): Promise<boolean> {
  const names = Buffer.from(JSON.stringify(coPerformers));
  const sealed = coPerformers.length === 0 ? null : seal(secret, 'performer-consent', names);
  const stored = await tx
    .insert(performerConsents)
    .values({ ...consent, recordedAt: at, coPerformers: sealed })
    .onConflictDoNothing()
    .returning({ id: performerConsents.id });
  return stored.length > 0;
}

/** Newest first. */
export const consentsOf = (db: Pick<Db, 'select'>, performerId: number): Promise<ConsentRow[]> =>
  db
    .select()
    .from(performerConsents)
    .where(eq(performerConsents.performerId, performerId))
    .orderBy(desc(performerConsents.acceptedOn), desc(performerConsents.id));

/** Null if one was sealed with another SECRET. */
export function openCoPerformers(secret: string, consents: readonly ConsentRow[]): string[] | null {
  const names = new Set<string>();
  for (const { coPerformers } of consents) {
    if (coPerformers === null) continue;
    const value = unseal(secret, 'performer-consent', coPerformers);
    if (!value) return null;
    for (const name of z.array(z.string()).parse(JSON.parse(Buffer.from(value).toString()))) names.add(name);
  }
  return [...names];
}

/**
 * With IDENTITY_REQUIRED throws `badRequest.identity.missing` without an approved record, and `.expired` if a document, also
 * of a person in her picture, is past its grace.
 */
export async function requireIdentity(
  { db, config, now }: Pick<Deps, 'config' | 'db' | 'now'>,
  performerId: number,
): Promise<void> {
  if (!config.identityRequired) return;
  const row = await identityOf(db, performerId);
  if (!row?.approvedAt) throw new AppError('badRequest.identity.missing');
  const beside = await db
    .select({ expiresOn: besidePeople.expiresOn })
    .from(besidePeople)
    .where(and(eq(besidePeople.performerId, performerId), eq(besidePeople.inPicture, true)));
  const today = dayOf(now());
  if ([row, ...beside].some(({ expiresOn }) => isPastGrace(expiresOn, config.identityGrace, today)))
    throw new AppError('badRequest.identity.expired');
}

/** Identity records, also of removed performers. */
export async function resealIdentities(tx: Tx, change: SecretChange): Promise<Resealed> {
  const { performerId, sealed } = performerIdentities;
  const rows = await tx.select({ id: performerId, sealed }).from(performerIdentities);
  return resealAll(change, 'performer-identity', rows, (row, resealed) =>
    tx.update(performerIdentities).set({ sealed: resealed }).where(eq(performerId, row.id)),
  );
}

/** Names of co-performers. */
export async function resealConsents(tx: Tx, change: SecretChange): Promise<Resealed> {
  const { id, coPerformers } = performerConsents;
  const rows = await tx.select({ id, sealed: coPerformers }).from(performerConsents);
  return resealAll(change, 'performer-consent', rows, (row, resealed) =>
    tx.update(performerConsents).set({ coPerformers: resealed }).where(eq(id, row.id)),
  );
}
