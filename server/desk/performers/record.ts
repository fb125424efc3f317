import { dayOf } from '#contract/day.ts';
import type {
  recordConsent as recordConsentCall,
  recordIdentity as recordIdentityCall,
} from '#contract/desk/people/performer-calls.ts';
import type { ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { identitySchema, wasAdult } from '#contract/performers/identity.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, type OperatorCaller, requireOperator } from '#server/identity/caller.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { type PlacesForm, storePlaces } from '#server/performers/profile/hidden-places.ts';
import { holdPerformer, type Performer } from '#server/performers/reads.ts';
import {
  approveIdentity,
  type IdentityRow,
  identityOf,
  storeConsent,
  storeIdentity,
} from '#server/performers/records/identity.ts';
import { approvePerson } from '#server/performers/records/people.ts';
import { forgetRealName } from '#server/performers/records/real-name.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';

/** Locks a performer's row. Throws `badRequest.performer.notExists`, also if she was removed. */
export async function holdPresent(tx: Tx, performerId: number): Promise<Performer> {
  const isPresent = await holdPerformer(tx, performerId, 'no key update');
  const performer = isPresent ? await performersFor({ db: tx }, inHouse).byId(performerId) : undefined;
  if (!performer) throw new AppError('badRequest.performer.notExists');
  return performer;
}

type IdentityInput = Omit<ParsedInput<typeof recordIdentityCall>, 'reason' | 'version'>;

/**
 * Seals what an operator has read from a performer's document. Another record waits for approval again. Throws
 * `badRequest.identity.minor` if she was under eighteen on the day of the check.
 */
export async function recordIdentity(
  deps: Pick<Deps, 'config' | 'db' | 'now' | 'part'>,
  caller: Caller,
  { performer: performerId, checkedOn, expiresOn, ...fields }: IdentityInput,
): Promise<true> {
  const by = requireOperator(caller);
  const at = deps.now();
  const identity = identitySchema.parse(fields);
  if (checkedOn > dayOf(at)) throw new AppError('badRequest.invalid.input', { fields: ['checkedOn'] });
  if (!wasAdult(identity.dateOfBirth, checkedOn, at)) throw new AppError('badRequest.identity.minor');
  await deps.db.transaction(async (tx) => {
    await holdPresent(tx, performerId);
    const checked = {
      performerId,
      identity,
      checkedOn,
      checkedBy: by.name,
      expiresOn: expiresOn ?? null,
      at,
    };
    await storeIdentity(tx, deps.config.secret, checked);
    await recordAct(tx, by, {
      act: 'performer.identity-recorded',
      subject: `performer:${performerId}`,
      at,
    });
    tx.afterCommit(() => forgetRealName(deps, performerId));
  });
  return true;
}

/** The record of a performer, also of a removed one. Throws `badRequest.performer.notExists`, `badRequest.identity.missing`. */
export async function holdKnown(tx: Tx, performerId: number): Promise<IdentityRow> {
  if (!(await performersFor({ db: tx }, inHouse).byId(performerId)))
    throw new AppError('badRequest.performer.notExists');
  const row = await identityOf(tx, performerId);
  if (!row) throw new AppError('badRequest.identity.missing');
  return row;
}

/**
 * Approves a performer whose record exists, or a person beside her. Throws `badRequest.identity.missing` without a record.
 * Run by the guard of acts of value.
 */
export async function approveRecorded(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  by: OperatorCaller,
  { performer: performerId, person }: { performer: number; person?: number | undefined },
): Promise<true> {
  const at = now();
  await db.transaction(async (tx) => {
    await holdPresent(tx, performerId);
    if (person !== undefined) {
      await approvePerson(tx, { person, by: by.name, at });
      await recordAct(tx, by, { act: 'identity.person-approved', subject: `person:${person}`, at });
      return;
    }
    if (!(await approveIdentity(tx, { performerId, by: by.name, at })))
      throw new AppError('badRequest.identity.missing');
    await recordAct(tx, by, { act: 'performer.approved', subject: `performer:${performerId}`, at });
  });
  return true;
}

type ConsentInput = Omit<ParsedInput<typeof recordConsentCall>, 'reason'>;

/** Throws `badRequest.performer.state` if this version is recorded for that day already. */
export async function recordConsent(
  { config, db, now }: Pick<Deps, 'config' | 'db' | 'now'>,
  caller: Caller,
  { performer: performerId, agreement: version, acceptedOn, coPerformers }: ConsentInput,
): Promise<true> {
  const by = requireOperator(caller);
  const at = now();
  if (acceptedOn > dayOf(at)) throw new AppError('badRequest.invalid.input', { fields: ['acceptedOn'] });
  const consent = { performerId, version, acceptedOn, coPerformers, recordedBy: by.name, at };
  await db.transaction(async (tx) => {
    await holdPresent(tx, performerId);
    if (!(await storeConsent(tx, config.secret, consent))) throw new AppError('badRequest.performer.state');
    await recordAct(tx, by, {
      act: 'performer.consent-recorded',
      subject: `performer:${performerId}`,
      at,
    });
  });
  return true;
}

/** Replaces the places that do not see a performer. */
export async function setPlaces(
  deps: Pick<Deps, 'db' | 'now' | 'config'>,
  caller: Caller,
  { performer: performerId, places, version }: { performer: number } & PlacesForm,
): Promise<true> {
  const by = requireOperator(caller);
  await deps.db.transaction(async (tx) => {
    await holdPresent(tx, performerId);
    if (!(await storePlaces(deps, tx, { performerId, places, version }))) return;
    const subject = `performer:${performerId}`;
    await recordAct(tx, by, { act: 'performer.places-set', subject, at: deps.now() });
  });
  return true;
}
