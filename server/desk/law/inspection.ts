import type { z } from 'zod';
import { dayOf } from '#contract/day.ts';
import { INSPECTION_FILE } from '#contract/desk/people/identity-calls.ts';
import { AppError } from '#contract/errors.ts';
import { rowId } from '#contract/fields.ts';
import { csvLine } from '#contract/wallet/csv.ts';
import { requireFeature } from '#server/calls/handler.ts';
import type { RawAnswer, RawRequest, RawRoute } from '#server/calls/raw-route.ts';
import { type ZippedFile, zipStream } from '#server/calls/zip-file.ts';
import { type DeskCaller, requireDesk, requireRole } from '#server/identity/caller.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { depictionsOf } from '#server/performers/records/depictions.ts';
import { consentsOf, recordedPerformers } from '#server/performers/records/identity.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { shownDepictions } from '../performers/identities.ts';
import { noteOpened, openedRecord } from '../performers/open-record.ts';
import { ofRecords, weighRecords } from '../value/acts.ts';
import { exporting } from '../value/export-file.ts';
import { guarded, type ValueAction } from '../value/guard.ts';

/** Opens all records of a set, which proves that they can be read. Its performers, in order. */
const inspection: ValueAction<z.infer<typeof ofRecords>, number[]> = {
  act: 'record',
  payload: ofRecords,
  answer: null,
  isReading: true,
  weigh: weighRecords,
  async run({ db, config, now }, by, { performer }) {
    const performers = performer === null ? await recordedPerformers(db) : [performer];
    for (const performerId of performers) {
      const opened = await openedRecord(db, config.secret, performerId);
      if (opened) await noteOpened(db, by, { performerId, opened, at: now() });
    }
    return performers;
  },
};

/** Throws unless the caller may open records, and `badRequest.invalid.input` for a wrong number. */
function requireCustodian(
  deps: Deps,
  { caller, query }: RawRequest,
): { desk: DeskCaller; performer: number | null } {
  requireFeature(deps, 'desk');
  requireRole(caller, ['moderator']);
  const text = query.get('performer');
  const performer = text === null ? null : rowId.safeParse(text);
  if (performer?.success === false) throw new AppError('badRequest.invalid.input', { fields: ['performer'] });
  return { desk: requireDesk(caller), performer: performer?.data ?? null };
}

async function serveInspection(deps: Deps, request: RawRequest): Promise<RawAnswer> {
  const { desk, performer } = requireCustodian(deps, request);
  const today = dayOf(deps.now());
  const name = `inspection-${performer === null ? 'all' : `performer-${performer}`}-${today}`;
  const reason = request.query.get('reason')?.slice(0, 300) ?? name;
  const formKey = `${name.replaceAll(/[^\w-]/g, '-')}`;
  const { request: waits, result } = await guarded(deps, { ...desk, reason }, inspection, {
    formKey,
    payload: { performer },
  });
  if (waits !== null || result === null) throw new AppError('badRequest.request.waits');
  return {
    status: 200,
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="${name}.zip"`,
      'Cache-Control': 'no-store',
    },
    body: zipStream(filesOf(deps, result)),
  };
}

const utf8 = new TextEncoder();
const json = (name: string, value: object): ZippedFile => ({
  name,
  content: utf8.encode(`${JSON.stringify(value, null, 2)}\n`),
});
const csv = (name: string, lines: readonly (readonly (string | number | null)[])[]): ZippedFile => ({
  name,
  content: utf8.encode(lines.map((line) => csvLine(line)).join('')),
});

interface Copied {
  readonly copies: readonly { readonly copy: number; readonly picture: string }[];
}

/** A record and the copies of its documents, in a folder. */
function* recordFiles(
  folder: string,
  { copies, ...record }: Copied & Readonly<Record<string, unknown>>,
): Generator<ZippedFile> {
  yield json(`${folder}/record.json`, record);
  for (const { copy, picture } of copies)
    yield { name: `${folder}/copy-${copy}.webp`, content: Buffer.from(picture, 'base64') };
}

/** Folder by folder, and at the end the index of all names (28 CFR 75.2). */
async function* filesOf(deps: Deps, performers: readonly number[]): AsyncGenerator<ZippedFile> {
  const names: (readonly string[])[] = [];
  const usernames = await performersFor(deps, inHouse).names(performers);
  for (const performerId of performers) {
    const opened = await openedRecord(deps.db, deps.config.secret, performerId);
    if (!opened) continue;
    const folder = `performer-${performerId}`;
    const { people, ...own } = opened;
    yield* recordFiles(folder, { ...own, consents: await shownConsents(deps, performerId) });
    for (const { person, ...record } of people) yield* recordFiles(`${folder}/person-${person}`, record);
    yield csv(`${folder}/depictions.csv`, await depictionLines(deps, performerId));
    const username = usernames.get(performerId) ?? '';
    names.push(...namesIn(own, username, folder));
    for (const one of people) names.push(...namesIn(one, one.label, `${folder}/person-${one.person}`));
  }
  const sorted = names.toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1));
  yield csv('index.csv', [['name', 'kind', 'folder'], ...sorted]);
}

const namesIn = (
  { legalName, otherNames }: { legalName: string; otherNames: readonly string[] },
  stageName: string,
  folder: string,
): (readonly string[])[] => [
  [legalName, 'legal', folder],
  [stageName, 'stage', folder],
  ...otherNames.map((name) => [name, 'other', folder]),
];

const shownConsents = async ({ db }: Pick<Deps, 'db'>, performerId: number) =>
  (await consentsOf(db, performerId)).map(({ version, acceptedOn, recordedBy }) => ({
    version,
    acceptedOn,
    recordedBy,
  }));

const MOST = 100_000;

async function depictionLines({ db }: Pick<Deps, 'db'>, performerId: number) {
  const of = { performerId, personId: null };
  const rows = await shownDepictions(db, await depictionsOf(db, { of, limit: MOST, offset: 0 }));
  return [
    ['kind', 'began', 'ended', 'people', 'files'],
    ...rows.map(({ kind, beganAt, endedAt, people, files }) => [
      kind,
      beganAt,
      endedAt,
      people.join(', '),
      files.join(' '),
    ]),
  ];
}

/** Records, copies and index of a performer or of all, for those who inspect them (18 USC 2257). */
export const inspectionRoute: RawRoute = {
  method: 'GET',
  path: INSPECTION_FILE,
  maxBytes: 0,
  handler: exporting('inspection', serveInspection, (deps, request) => ({
    desk: requireCustodian(deps, request).desk,
    period: 'set',
  })),
};
