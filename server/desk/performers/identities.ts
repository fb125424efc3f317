import { dayOf } from '#contract/day.ts';
import { reasonField } from '#contract/desk/log-calls.ts';
import {
  COPIES_MAX,
  COPY_MAX_BYTES,
  type Depiction,
  type DeskIdentity,
  IDENTITIES_PER_PAGE,
  type listDepictions as listDepictionsCall,
  type listIdentities as listIdentitiesCall,
  recordKey,
  type recordPerson as recordPersonCall,
  type setDocumentExpiry as setDocumentExpiryCall,
  type setPeopleShown as setPeopleShownCall,
} from '#contract/desk/people/identity-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError, labelOf } from '#contract/errors.ts';
import { versionOf } from '#contract/form-version.ts';
import { localePath, locales } from '#contract/locales.ts';
import { isPastGrace, wasAdult } from '#contract/performers/identity.ts';
import { routes } from '#contract/site/routes.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { requireFeature } from '#server/calls/handler.ts';
import type { RawAnswer, RawRequest } from '#server/calls/raw-route.ts';
import { apiOriginOf } from '#server/config/api-address.ts';
import {
  type Caller,
  type OperatorCaller,
  requireDesk,
  requireOperator,
  requireRole,
} from '#server/identity/caller.ts';
import { filesOfItems } from '#server/media/reads.ts';
import { drawPicture } from '#server/media/uploads/draw-picture.ts';
import {
  type DepictionRow,
  depictionsOf,
  holdDepiction,
  peopleIn,
  storePeopleIn,
} from '#server/performers/records/depictions.ts';
import { type FoundIdentity, findIdentities, keptUntil } from '#server/performers/records/find-identities.ts';
import { matchesQuery } from '#server/performers/records/find-records.ts';
import { holdRecorded, noteExpiry } from '#server/performers/records/identity.ts';
import {
  copiesOf,
  peopleBeside,
  recordedIn,
  storeCopy,
  storePerson,
} from '#server/performers/records/people.ts';
import type { Deps } from '#server/ports/deps.ts';
import { holdPresent } from './record.ts';

export async function listIdentities(
  { db, config, now }: Pick<Deps, 'config' | 'db' | 'now'>,
  caller: Caller,
  { query, page }: ParsedInput<typeof listIdentitiesCall>,
): Promise<OutputOf<typeof listIdentitiesCall>> {
  requireDesk(caller);
  const rows = await findIdentities(db, {
    where: matchesQuery(query),
    limit: IDENTITIES_PER_PAGE + 1,
    offset: (page - 1) * IDENTITIES_PER_PAGE,
  });
  const today = dayOf(now());
  return {
    result: rows.slice(0, IDENTITIES_PER_PAGE).map((row) => shownIdentity(row, config.identityYears, today)),
    more: rows.length > IDENTITIES_PER_PAGE,
  };
}

/** Of what an operator has seen of a record. */
export const recordVersion = ({
  recordedAt,
  approvedAt,
  expiresOn,
}: Pick<FoundIdentity, 'recordedAt' | 'approvedAt' | 'expiresOn'>): string =>
  versionOf([recordedAt.toISOString(), approvedAt?.toISOString() ?? null, expiresOn]);

const shownIdentity = (found: FoundIdentity, years: number, today: string): DeskIdentity => ({
  record: found.record,
  performer: found.performerId,
  username: found.username,
  label: found.label,
  state: found.approvedAt === null ? 'recorded' : 'approved',
  checkedOn: found.checkedOn,
  checkedBy: found.checkedBy,
  expiresOn: found.expiresOn,
  isExpired: isPastGrace(found.expiresOn, 0, today),
  consent: found.consent,
  inPicture: found.inPicture,
  copies: found.copies,
  depictions: found.depictions,
  lastShownOn: found.open === 0 && found.endedAt !== null ? dayOf(found.endedAt) : null,
  erasedAfter: keptUntil(found, years),
  version: recordVersion(found),
});

/** Throws `badRequest.notFound` for a record without this document, and `badRequest.form.changed` if it has an expiry already. */
export async function setDocumentExpiry(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  { record, expiresOn, version }: ParsedInput<typeof setDocumentExpiryCall>,
): Promise<true> {
  const by = requireOperator(caller);
  await db.transaction(async (tx) => {
    const row = await holdRecorded(tx, recordedIn(record));
    if (!row) throw new AppError('badRequest.notFound');
    if (recordVersion(row) !== version || row.expiresOn !== null)
      throw new AppError('badRequest.form.changed');
    await noteExpiry(tx, recordedIn(record), expiresOn);
    await recordAct(tx, by, { act: 'identity.expiry-set', subject: record, at: now() });
  });
  return true;
}

/** Throws `badRequest.performer.state` if another person beside her has the name, and `badRequest.identity.minor`. */
export async function recordPerson(
  { config, db, now }: Pick<Deps, 'config' | 'db' | 'now'>,
  caller: Caller,
  input: ParsedInput<typeof recordPersonCall>,
): Promise<true> {
  const by = requireOperator(caller);
  const at = now();
  const {
    performer,
    label,
    checkedOn,
    expiresOn,
    consentVersion,
    consentedOn,
    reason: _,
    ...identity
  } = input;
  const fields = (['checkedOn', 'consentedOn'] as const).filter((name) => input[name] > dayOf(at));
  if (fields.length > 0) throw new AppError('badRequest.invalid.input', { fields });
  if (!wasAdult(identity.dateOfBirth, checkedOn, at)) throw new AppError('badRequest.identity.minor');
  await db.transaction(async (tx) => {
    await holdPresent(tx, performer);
    const id = await storePerson(tx, config.secret, {
      performerId: performer,
      label,
      identity,
      checkedOn,
      checkedBy: by.name,
      expiresOn: expiresOn ?? null,
      consentVersion,
      consentedOn,
      at,
    });
    if (id === null) throw new AppError('badRequest.performer.state');
    await recordAct(tx, by, { act: 'identity.person-recorded', subject: `person:${id}`, at });
  });
  return true;
}

export async function listDepictions(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
  { record, page }: ParsedInput<typeof listDepictionsCall>,
): Promise<OutputOf<typeof listDepictionsCall>> {
  requireDesk(caller);
  const rows = await depictionsOf(db, {
    of: record === undefined ? null : recordedIn(record),
    limit: IDENTITIES_PER_PAGE + 1,
    offset: (page - 1) * IDENTITIES_PER_PAGE,
  });
  const shown = rows.slice(0, IDENTITIES_PER_PAGE);
  return { result: await shownDepictions(db, shown), more: rows.length > shown.length };
}

/** With the files in which they are stored. */
export async function shownDepictions(
  db: Pick<Deps['db'], 'select'>,
  rows: readonly DepictionRow[],
): Promise<Depiction[]> {
  const files = await filesOfItems(
    db,
    rows.flatMap(({ itemId }) => itemId ?? []),
  );
  return rows.map(
    ({ depiction, kind, performerId, username, people, itemId, photoId, beganAt, endedAt }) => ({
      depiction,
      kind,
      performer: performerId,
      username,
      people,
      files:
        endedAt !== null || kind === 'stream'
          ? []
          : photoId
            ? [`photo:${photoId}`]
            : (files.get(itemId ?? 0) ?? []),
      beganAt: beganAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
      version: versionOf(people),
    }),
  );
}

/** Throws `badRequest.notFound`, and `badRequest.invalid.input` for a name that no person beside this performer has. */
export async function setPeopleShown(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  { depiction, people: labels, version }: ParsedInput<typeof setPeopleShownCall>,
): Promise<true> {
  const by = requireOperator(caller);
  await db.transaction(async (tx) => {
    const shown = await holdDepiction(tx, depiction);
    if (!shown) throw new AppError('badRequest.notFound');
    const beside = await peopleBeside(tx, shown.performerId);
    const before = new Set(await peopleIn(tx, depiction));
    const stored = beside.filter(({ id }) => before.has(id)).map(({ label }) => label);
    if (versionOf(stored.toSorted()) !== version) throw new AppError('badRequest.form.changed');
    const people = labels.map((name) =>
      beside.find(({ label }) => label.toLowerCase() === name.toLowerCase()),
    );
    if (people.includes(undefined)) throw new AppError('badRequest.invalid.input', { fields: ['people'] });
    await storePeopleIn(tx, depiction, [...new Set(people.flatMap((one) => one?.id ?? []))]);
    await recordAct(tx, by, {
      act: 'identity.people-shown-set',
      subject: `depiction:${depiction}`,
      at: now(),
    });
  });
  return true;
}

const pages: ReadonlySet<string> = new Set([
  routes.deskIdentity,
  ...locales.map((one) => localePath(one, routes.deskIdentity)),
]);

/** Adds a copy of a document from a form. Leads a browser back to the page of the record. */
export async function uploadIdentityCopy(deps: Deps, request: RawRequest): Promise<RawAnswer> {
  requireFeature(deps, 'desk');
  requireRole(request.caller, ['moderator']);
  const by = requireDesk(request.caller);
  const record = recordKey.safeParse(request.query.get('record'));
  if (!record.success) throw new AppError('badRequest.invalid.input', { fields: ['record'] });
  const isBrowser = request.headers.get('accept')?.includes('text/html') ?? false;
  const label = await addCopy(deps, by, { record: record.data, request }).then(
    () => null,
    (error: unknown) => {
      if (!isBrowser || !(error instanceof AppError)) throw error;
      return labelOf(error);
    },
  );
  if (!isBrowser) return { status: 200, headers: { 'Content-Type': 'application/json' }, body: 'true' };
  const back = request.query.get('back') ?? '';
  const page = pages.has(back) ? back : routes.deskIdentity;
  const path = `${page}/${record.data.replace(':', '-')}?${label === null ? 'done=copy' : `error=${label}`}`;
  const location = apiOriginOf(deps.config) === null ? path : new URL(path, deps.config.publicUrl).href;
  return { status: 303, headers: { Location: location, 'Cache-Control': 'no-store' }, body: null };
}

/** Draws the copy anew, without what a camera wrote into it, and seals it. */
async function addCopy(
  deps: Deps,
  caller: OperatorCaller,
  { record, request }: { record: string; request: RawRequest },
): Promise<void> {
  const type = request.headers.get('content-type') ?? '';
  const body = await request.readBody();
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } })
    .formData()
    .catch((cause: unknown) => {
      throw new AppError('badRequest.invalid.input', { cause });
    });
  const [file, reason] = [form.get('file'), reasonField.safeParse(form.get('reason'))];
  if (!reason.success) throw new AppError('badRequest.invalid.input', { fields: ['reason'] });
  if (!(file instanceof Blob) || file.size === 0)
    throw new AppError('badRequest.invalid.input', { fields: ['file'] });
  if (file.size > COPY_MAX_BYTES) throw new AppError('badRequest.image.tooBig');
  const { content } = await drawPicture(deps, new Uint8Array(await file.arrayBuffer()), 'album');
  const [by, of, at] = [{ ...caller, reason: reason.data }, recordedIn(record), deps.now()];
  await deps.db.transaction(async (tx) => {
    if (!(await holdRecorded(tx, of))) throw new AppError('badRequest.notFound');
    if ((await copiesOf(tx, of)).length >= COPIES_MAX) throw new AppError('badRequest.performer.state');
    await storeCopy(tx, deps.config.secret, { of, copy: content, by: by.name, at });
    await recordAct(tx, by, { act: 'identity.copy-added', subject: record, at });
  });
}
