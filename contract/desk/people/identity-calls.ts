import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { done, moment, rowId } from '../../fields.ts';
import { MAX_IMAGE_BYTES } from '../../image.ts';
import { trimBlank } from '../../input.ts';
import { depictionKinds, identitySchema } from '../../performers/identity.ts';
import { routes } from '../../site/routes.ts';
import { describeAct, describeList, type Section } from '../described/described.ts';
import { reasonField } from '../log-calls.ts';
import { formKeyField, guardedOutput } from '../value/acts-of-value.ts';

export const IDENTITIES_PER_PAGE = 50;

const moderators = { base: 'desk', access: 'operator', roles: ['moderator'] } as const;

/** Whose record it is: a performer’s, or that of a person beside one. */
export const recordKey = z.string().check(z.regex(/^(?:performer|person):[1-9]\d{0,8}$/));

const page = z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10_000)), 1);
const version = z.string().check(z.minLength(1), z.maxLength(16));
const label = z.string().check(z.overwrite(trimBlank), z.minLength(2), z.maxLength(40));

const identityRow = z.object({
  record: recordKey,
  performer: z.int(),
  username: z.string(),
  /** Of a person beside her; null for herself. */
  label: z.nullable(z.string()),
  state: z.enum(['recorded', 'approved']),
  checkedOn: z.iso.date(),
  checkedBy: z.string(),
  /** Last day on which the document is valid; null if it was not noted. */
  expiresOn: z.nullable(z.iso.date()),
  isExpired: z.boolean(),
  /** Of a person: the version of the agreement, and whether she or he is in the performer’s streams. */
  consent: z.nullable(z.string()),
  inPicture: z.nullable(z.boolean()),
  copies: z.int(),
  depictions: z.int(),
  /** Null while something that shows the person is stored or live, or if nothing ever did. */
  lastShownOn: z.nullable(z.iso.date()),
  /** When record and copies are erased; null while the performer is not removed or something is still shown. */
  erasedAfter: z.nullable(z.iso.date()),
  version: z.string(),
});
export type DeskIdentity = z.infer<typeof identityRow>;

export const listIdentities = endpoint({
  ...moderators,
  method: 'GET',
  path: '/identities',
  summary:
    'Returns identity records of performers and of people beside them without their content, those whose document expires first at the top',
  input: z.object({
    /** The beginning of a performer’s name, or her number. */
    query: z._default(z.string().check(z.trim(), z.maxLength(64)), ''),
    page,
  }),
  output: z.object({ result: z.array(identityRow), more: z.boolean() }),
  errors: [],
});

export const setDocumentExpiry = endpoint({
  ...moderators,
  method: 'PUT',
  path: '/identities/{record}/expiry',
  summary: 'Notes the last day of a document for which none was noted; a new document is a new record',
  input: z.object({ record: recordKey, expiresOn: z.iso.date(), version, reason: reasonField }),
  output: done,
  errors: ['badRequest.notFound', 'badRequest.form.changed'],
});

export const recordPerson = endpoint({
  ...moderators,
  method: 'POST',
  path: '/performers/{performer}/people',
  summary:
    'Records the sealed identity and consent of a person who is shown beside a performer, and who then waits for approval',
  input: z.extend(identitySchema, {
    performer: rowId,
    /** A stage name, which the performer and operators see. */
    label,
    checkedOn: z.iso.date(),
    expiresOn: z.optional(z.iso.date()),
    /** Of the agreement that the person accepted, and when. */
    consentVersion: z.string().check(z.overwrite(trimBlank), z.minLength(1), z.maxLength(40)),
    consentedOn: z.iso.date(),
    reason: reasonField,
  }),
  output: done,
  errors: [
    'badRequest.performer.notExists',
    'badRequest.performer.state',
    'badRequest.identity.minor',
    'badRequest.invalid.input',
  ],
});

export const approvePerson = endpoint({
  ...moderators,
  method: 'POST',
  path: '/identities/{record}/approve',
  summary:
    'Approves a person beside a performer; a second operator has to, if it is the one who recorded the identity',
  input: z.object({ record: recordKey, formKey: formKeyField, version, reason: reasonField }),
  output: guardedOutput(done),
  errors: ['badRequest.notFound', 'badRequest.form.changed', 'badRequest.idempotency.conflict'],
});

/** A form with the copy as `file` and a `reason`; `?record=performer:3`. */
export const IDENTITY_COPY_FILE = '/api/desk/identity-copy';
export const COPY_MAX_BYTES = MAX_IMAGE_BYTES;
export const COPIES_MAX = 20;

/** Records, copies and index of one performer, or of all without `?performer=3`. */
export const INSPECTION_FILE = '/api/desk/inspection.zip';

const depictionRow = z.object({
  depiction: z.int(),
  kind: z.enum(depictionKinds),
  performer: z.int(),
  username: z.string(),
  /** People beside the performer. */
  people: z.array(z.string()),
  /** Where it is stored, by file; empty for streams and for what was removed. */
  files: z.array(z.string()),
  beganAt: moment,
  /** Null while it is stored or live. */
  endedAt: z.nullable(moment),
  version: z.string(),
});
export type Depiction = z.infer<typeof depictionRow>;

export const listDepictions = endpoint({
  ...moderators,
  method: 'GET',
  path: '/depictions',
  summary: 'Returns which pictures, films, photos and streams show whom, newest first',
  input: z.object({ record: z.optional(recordKey), page }),
  output: z.object({ result: z.array(depictionRow), more: z.boolean() }),
  errors: [],
});

export const setPeopleShown = endpoint({
  ...moderators,
  method: 'PUT',
  path: '/depictions/{depiction}/people',
  summary: 'Replaces the people who are shown beside the performer in a picture, film, photo or stream',
  input: z.object({
    depiction: rowId,
    /** Names of recorded people beside this performer. */
    people: z.array(label).check(z.maxLength(20)),
    version,
    reason: reasonField,
  }),
  output: done,
  errors: ['badRequest.notFound', 'badRequest.invalid.input', 'badRequest.form.changed'],
});

const indexOf = ({ record }: Pick<DeskIdentity, 'record'>) =>
  `${routes.deskDepictions}?record=${encodeURIComponent(record)}`;

export const identityList = describeList({
  name: 'identities',
  call: listIdentities,
  rows: 'result',
  key: 'record',
  words: 'identities list',
  columns: [
    {
      name: 'name',
      kind: 'name',
      of: ({ username, label: person }) => (person === null ? username : `${username} · ${person}`),
      title: true,
      link: ({ record }) => `${routes.deskIdentity}/${record.replace(':', '-')}`,
    },
    { name: 'state', kind: 'state' },
    { name: 'expiresOn', kind: 'day', empty: 'expiresUnknown' },
    { name: 'isExpired', kind: 'state', of: ({ isExpired }) => (isExpired ? 'yes' : null) },
    { name: 'checkedOn', kind: 'day' },
    { name: 'checkedBy', kind: 'name' },
    { name: 'copies', kind: 'count' },
    { name: 'consent', kind: 'name' },
    { name: 'inPicture', kind: 'yes' },
    {
      name: 'shown',
      kind: 'sentence',
      values: [{ name: 'count', kind: 'count', of: ({ depictions }) => depictions }],
      link: indexOf,
    },
    { name: 'lastShownOn', kind: 'day' },
    { name: 'erasedAfter', kind: 'day' },
  ],
  files: [
    {
      text: 'inspection',
      path: ({ performer }) => `${INSPECTION_FILE}?performer=${performer}`,
    },
  ],
  acts: [
    describeAct<DeskIdentity>()({
      name: 'expiry',
      call: setDocumentExpiry,
      words: 'identities expiry',
      operand: 'record',
      asks: ['expiresOn'],
      audit: 'identity.expiry-set',
      when: ({ expiresOn }) => expiresOn === null,
      labels: { 'badRequest.notFound': 'gone', 'badRequest.form.changed': 'changed' },
    }),
    describeAct<DeskIdentity>()({
      name: 'approve',
      call: approvePerson,
      words: 'identities approve',
      operand: 'record',
      audit: 'identity.person-approved',
      when: ({ state, label: person }) => state === 'recorded' && person !== null,
      labels: {
        'badRequest.notFound': 'gone',
        'badRequest.form.changed': 'changed',
        'badRequest.idempotency.conflict': 'desk.member.waiting',
      },
    }),
    describeAct<DeskIdentity>()({
      name: 'person',
      call: recordPerson,
      words: 'identities person',
      operand: 'performer',
      asks: [
        'label',
        'legalName',
        'dateOfBirth',
        'otherNames',
        'address',
        'document',
        'numberEnd',
        'checkedOn',
        'expiresOn',
        'consentVersion',
        'consentedOn',
      ],
      audit: 'identity.person-recorded',
      when: ({ label: person }) => person === null,
      labels: {
        'badRequest.performer.notExists': 'gone',
        'badRequest.performer.state': 'labelTaken',
        'badRequest.identity.minor': 'records.identity.minor',
        'badRequest.invalid.input': 'dayShape',
      },
      version: 'none',
      because: 'adds a person, and changes nothing that is there',
    }),
  ],
});

export const identitySection: Section = {
  path: routes.deskIdentity,
  texts: 'identity',
  downloads: [{ text: 'inspectionAll', path: INSPECTION_FILE }],
  filters: { query: { label: 'records.query', hint: 'records.queryHint' } },
  lists: [identityList],
};

export const depictionList = describeList({
  name: 'depictions',
  call: listDepictions,
  rows: 'result',
  key: 'depiction',
  words: 'depictions list',
  columns: [
    {
      name: 'username',
      kind: 'name',
      title: true,
      link: ({ performer }) => `${routes.deskPerformers}/${performer}`,
    },
    { name: 'kind', kind: 'state' },
    { name: 'people', kind: 'name', of: ({ people }) => people.join(', ') },
    { name: 'files', kind: 'name', of: ({ files }) => files.join(' ') },
    { name: 'beganAt', kind: 'moment' },
    { name: 'endedAt', kind: 'moment', empty: 'stillThere' },
  ],
  acts: [
    describeAct<Depiction>()({
      name: 'setPeople',
      call: setPeopleShown,
      words: 'depictions people',
      operand: 'depiction',
      asks: ['people'],
      audit: 'identity.people-shown-set',
      labels: {
        'badRequest.notFound': 'gone',
        'badRequest.invalid.input': 'noPerson',
        'badRequest.form.changed': 'changed',
      },
    }),
  ],
});

export const depictionSection: Section = {
  path: routes.deskDepictions,
  texts: 'depictions',
  filters: { record: { label: 'record', hint: 'recordHint' } },
  lists: [depictionList],
};
