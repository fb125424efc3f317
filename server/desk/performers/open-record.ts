import type { openIdentity as openIdentityCall } from '#contract/desk/people/performer-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { OperatorCaller } from '#server/identity/caller.ts';
import { consentsOf, identityOf, openCoPerformers, openRecord } from '#server/performers/records/identity.ts';
import { copiesOf, openCopy, peopleBeside, type Recorded } from '#server/performers/records/people.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { holdKnown } from './record.ts';

type Opened = NonNullable<OutputOf<typeof openIdentityCall>['result']>;
type OpenedPerson = Opened['people'][number];
type ReadDb = Pick<Deps['db'], 'select'>;

/** Copies of a document. Throws `badRequest.identity.sealed`. */
async function openCopies(db: ReadDb, secret: string, of: Recorded): Promise<Opened['copies']> {
  return (await copiesOf(db, of)).map((row) => {
    const picture = openCopy(secret, row);
    if (!picture) throw new AppError('badRequest.identity.sealed');
    const addedAt = row.addedAt.toISOString();
    return { copy: row.id, addedAt, picture: Buffer.from(picture).toString('base64') };
  });
}

/**
 * The record of a performer with the copies of her documents, and the same of people beside her; null without one. The
 * caller writes the log. Throws `badRequest.identity.sealed`.
 */
export async function openedRecord(db: ReadDb, secret: string, performerId: number): Promise<Opened | null> {
  const row = await identityOf(db, performerId);
  if (!row) return null;
  const identity = openRecord(secret, row);
  const coPerformers = openCoPerformers(secret, await consentsOf(db, performerId));
  if (!identity || !coPerformers) throw new AppError('badRequest.identity.sealed');
  const { checkedBy, checkedOn, expiresOn } = row;
  const copies = await openCopies(db, secret, { performerId, personId: null });
  const people: OpenedPerson[] = [];
  for (const person of await peopleBeside(db, performerId)) people.push(await openPerson(db, secret, person));
  return { ...identity, checkedBy, checkedOn, expiresOn, coPerformers, copies, people };
}

async function openPerson(
  db: ReadDb,
  secret: string,
  row: Awaited<ReturnType<typeof peopleBeside>>[number],
): Promise<OpenedPerson> {
  const identity = openRecord(secret, row);
  if (!identity) throw new AppError('badRequest.identity.sealed');
  const { id: person, label, checkedBy, checkedOn, expiresOn, consentVersion, consentedOn } = row;
  const copies = await openCopies(db, secret, { performerId: null, personId: person });
  return {
    ...identity,
    person,
    label,
    checkedBy,
    checkedOn,
    expiresOn,
    consentVersion,
    consentedOn,
    copies,
  };
}

/** Writes who has opened a record: a row for it, for each person beside her, and for each copy. */
export async function noteOpened(
  tx: Tx,
  by: OperatorCaller,
  { performerId, opened, at }: { performerId: number; opened: Opened; at: Date },
): Promise<void> {
  const own = `performer:${performerId}`;
  await recordAct(tx, by, { act: 'performer.identity-opened', subject: own, at });
  for (const _ of opened.copies) await recordAct(tx, by, { act: 'identity.copy-opened', subject: own, at });
  for (const { person, copies } of opened.people) {
    const subject = `person:${person}`;
    await recordAct(tx, by, { act: 'identity.person-opened', subject, at });
    for (const _ of copies) await recordAct(tx, by, { act: 'identity.copy-opened', subject, at });
  }
}

/**
 * Opens sealed records. The rows of the log name who did and why, never what was read. Run by the guard of acts of value.
 */
export async function readIdentity(
  { db, config, now }: Pick<Deps, 'config' | 'db' | 'now'>,
  by: OperatorCaller,
  { performer: performerId }: { performer: number },
): Promise<Opened> {
  return db.transaction(async (tx) => {
    await holdKnown(tx, performerId);
    const opened = await openedRecord(tx, config.secret, performerId);
    if (!opened) throw new AppError('badRequest.identity.missing');
    await noteOpened(tx, by, { performerId, opened, at: now() });
    return opened;
  });
}
