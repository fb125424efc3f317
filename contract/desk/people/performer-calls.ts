import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { done, moment, rowId } from '../../fields.ts';
import { seenField } from '../../form-version.ts';
import { trimBlank } from '../../input.ts';
import { locales } from '../../locales.ts';
import { identitySchema } from '../../performers/identity.ts';
import { factsField, groundSchema } from '../../safety/decisions.ts';
import { hiddenPlacesField } from '../../safety/hidden-places.ts';
import { freshErrors } from '../account/confirm-calls.ts';
import { reasonField } from '../log-calls.ts';
import { formKeyField, guardedOutput } from '../value/acts-of-value.ts';

export const PERFORMERS_PER_PAGE = 50;

const desk = { base: 'desk', access: 'operator' } as const;
/** Who sees performers; identity data is never among what they see. */
const readers = { ...desk, roles: ['support', 'moderator', 'finance'] } as const;
const moderators = { ...desk, roles: ['moderator'] } as const;

export const performerShelves = ['all', 'unrecorded', 'unapproved', 'suspended', 'live'] as const;
export type PerformerShelf = (typeof performerShelves)[number];

export const identityStates = ['missing', 'recorded', 'approved'] as const;
export type IdentityState = (typeof identityStates)[number];

const rowSchema = z.object({
  performer: z.int(),
  username: z.string(),
  identity: z.enum(identityStates),
  isLive: z.boolean(),
  lastLiveAt: z.nullable(moment),
  suspendedAt: z.nullable(moment),
  removedAt: z.nullable(moment),
  /** Number of open cases about her: 0 or 1. */
  openCases: z.int(),
});
export type DeskPerformer = z.infer<typeof rowSchema>;

export const listDeskPerformers = endpoint({
  ...readers,
  method: 'GET',
  path: '/performers',
  summary: 'Returns performers by name: whether their identity is recorded, last live, and open cases',
  input: z.object({
    /** The beginning of the name, or the number. */
    query: z._default(z.string().check(z.trim(), z.maxLength(64)), ''),
    show: z._default(z.enum(performerShelves), 'all'),
    page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10_000)), 1),
  }),
  output: z.object({
    result: z.array(rowSchema),
    more: z.boolean(),
    /** Present performers without an identity record, whatever is shown. */
    unrecorded: z.int(),
  }),
  errors: [],
});

const performer = rowId;

/** A part of what is known of a performer: acts on it are refused if it has changed. */
const partOf = { performer: z.int(), isRemoved: z.boolean() } as const;

const recordSchema = z.object({
  ...partOf,
  state: z.enum(identityStates),
  /** Who checked the document and when; null without a record. */
  checked: z.nullable(z.object({ by: z.string(), on: z.iso.date(), recordedAt: moment })),
  approved: z.nullable(z.object({ by: z.string(), at: moment })),
  /** Last day on which the document is valid. */
  expiresOn: z.nullable(z.iso.date()),
});
export type RecordRow = z.infer<typeof recordSchema>;

const standingSchema = z.object({
  ...partOf,
  suspendedAt: z.nullable(moment),
  /** In which she reads mails. */
  language: z.enum(locales),
});
export type Standing = z.infer<typeof standingSchema>;

const suspensionSchema = z.object({
  at: moment,
  by: z.string(),
  /** Null for good. */
  until: z.nullable(moment),
  liftedAt: z.nullable(moment),
  statement: z.string(),
});

const consentSchema = z.object({
  agreement: z.string(),
  acceptedOn: z.iso.date(),
  by: z.string(),
  /** Whether names of co-performers are sealed with it. */
  hasOthers: z.boolean(),
});

const messageSchema = z.object({
  ...partOf,
  text: z.string(),
  sentAt: moment,
  language: z.enum(locales),
  version: z.string(),
  withdrawnAt: z.nullable(moment),
  /** `performer`, or the name of an operator. */
  withdrawnBy: z.nullable(z.string()),
  statement: z.nullable(z.string()),
});
export type HerMessage = z.infer<typeof messageSchema>;

const hiddenSchema = z.object({ ...partOf, places: z.array(z.string()), version: z.string() });
export type HiddenPlaces = z.infer<typeof hiddenSchema>;

export const readDeskPerformer = endpoint({
  ...readers,
  method: 'GET',
  path: '/performers/{performer}',
  summary: 'Returns a performer: what is recorded of her and by whom, suspensions, places and her message',
  input: z.object({ performer }),
  output: z.extend(rowSchema, {
    createdAt: moment,
    /** Of her mails; null without one. */
    email: z.nullable(z.string()),
    language: z.enum(locales),
    /** Since when mail servers say that the address does not exist. */
    mailRefusedAt: z.nullable(moment),
    /** Id of the open case about her, for those who may open it. */
    case: z.nullable(z.int()),
    /** One: of her record, never what it says. */
    records: z.array(recordSchema),
    /** Newest first. */
    consents: z.array(consentSchema),
    /** One. */
    standing: z.array(standingSchema),
    /** Newest first. */
    suspensions: z.array(suspensionSchema),
    /** What followers see of her, or saw before it was withdrawn; none after seven days. */
    messages: z.array(messageSchema),
    /** One. */
    hidden: z.array(hiddenSchema),
  }),
  errors: ['badRequest.performer.notExists'],
});

export const recordIdentity = endpoint({
  ...moderators,
  method: 'PUT',
  path: '/performers/{performer}/identity',
  summary: 'Records or replaces the sealed identity of a performer, who then waits for approval',
  input: z.object({
    performer,
    version: seenField,
    ...identitySchema.shape,
    /** Day on which the operator saw the document. */
    checkedOn: z.iso.date(),
    /** Last day on which the document is valid. */
    expiresOn: z.optional(z.iso.date()),
    reason: reasonField,
  }),
  output: done,
  errors: [
    'badRequest.performer.notExists',
    'badRequest.identity.minor',
    'badRequest.invalid.input',
    'badRequest.form.changed',
  ],
});

/** Of a document: a WebP picture. */
const openedCopy = z.object({ copy: z.int(), addedAt: moment, picture: z.base64() });

export const openIdentity = endpoint({
  ...moderators,
  method: 'POST',
  path: '/performers/{performer}/identity/open',
  summary:
    'Opens the sealed identity of a performer, of people beside her, and the copies of their documents: each leaves an audit row with the reason',
  input: z.object({ performer, formKey: formKeyField, reason: reasonField }),
  output: guardedOutput(
    z.extend(identitySchema, {
      checkedBy: z.string(),
      checkedOn: z.iso.date(),
      expiresOn: z.nullable(z.iso.date()),
      /** Of all recorded consents. */
      coPerformers: z.array(z.string()),
      copies: z.array(openedCopy),
      /** Recorded people beside her. */
      people: z.array(
        z.extend(identitySchema, {
          person: z.int(),
          label: z.string(),
          checkedBy: z.string(),
          checkedOn: z.iso.date(),
          expiresOn: z.nullable(z.iso.date()),
          consentVersion: z.string(),
          consentedOn: z.iso.date(),
          copies: z.array(openedCopy),
        }),
      ),
    }),
  ),
  errors: [
    'badRequest.performer.notExists',
    'badRequest.identity.missing',
    'badRequest.identity.sealed',
    'badRequest.idempotency.conflict',
    ...freshErrors,
  ],
});

export const approvePerformer = endpoint({
  ...moderators,
  method: 'POST',
  path: '/performers/{performer}/approve',
  summary:
    'Approves a performer whose identity is recorded; a second operator has to, if it is the one who recorded it',
  input: z.object({ performer, version: seenField, formKey: formKeyField, reason: reasonField }),
  output: guardedOutput(done),
  errors: [
    'badRequest.performer.notExists',
    'badRequest.identity.missing',
    'badRequest.form.changed',
    'badRequest.idempotency.conflict',
  ],
});

export const suspendPerformer = endpoint({
  ...moderators,
  method: 'POST',
  path: '/performers/{performer}/suspend',
  summary: 'Suspends a performer until a day or for good, and mails her the statement of reasons',
  input: z.object({
    performer,
    version: seenField,
    ground: groundSchema,
    facts: factsField,
    /** The day on which she may return; for good without one. */
    until: z.optional(z.iso.date()),
    reason: reasonField,
  }),
  output: done,
  errors: [
    'badRequest.performer.notExists',
    'badRequest.performer.state',
    'badRequest.invalid.input',
    'badRequest.form.changed',
  ],
});

export const liftSuspension = endpoint({
  ...moderators,
  method: 'POST',
  path: '/performers/{performer}/lift',
  summary: 'Ends a suspension at once, and mails the performer that she may return',
  input: z.object({ performer, version: seenField, reason: reasonField }),
  output: done,
  errors: ['badRequest.performer.notExists', 'badRequest.performer.state', 'badRequest.form.changed'],
});

export const withdrawFollowerMessage = endpoint({
  ...moderators,
  method: 'POST',
  path: '/performers/{performer}/follower-message/withdraw',
  summary: 'Withdraws a performer’s message to her followers by a decision; what was mailed stays mailed',
  input: z.object({
    performer,
    /** Of the message that the operator has seen. */
    version: seenField,
    ground: groundSchema,
    facts: factsField,
    reason: reasonField,
  }),
  output: done,
  errors: ['badRequest.performer.notExists', 'badRequest.notFound', 'badRequest.form.changed'],
});

export const setDeskPlaces = endpoint({
  ...moderators,
  method: 'PUT',
  path: '/performers/{performer}/places',
  summary: 'Replaces the countries and regions that do not see a performer',
  input: z.object({
    performer,
    places: hiddenPlacesField,
    version: seenField,
    reason: reasonField,
  }),
  output: done,
  errors: [
    'badRequest.performer.notExists',
    'badRequest.place.notExists',
    'badRequest.place.region',
    'badRequest.form.changed',
  ],
});

export const CO_PERFORMERS_MAX = 20;

export const recordConsent = endpoint({
  ...moderators,
  method: 'POST',
  path: '/performers/{performer}/consents',
  summary:
    'Records that a performer has accepted a version of the agreement, with sealed names of co-performers',
  input: z.object({
    performer,
    /** Its version. */
    agreement: z.string().check(z.overwrite(trimBlank), z.minLength(1), z.maxLength(40)),
    acceptedOn: z.iso.date(),
    coPerformers: z._default(
      z
        .array(z.string().check(z.overwrite(trimBlank), z.minLength(2), z.maxLength(120)))
        .check(z.maxLength(CO_PERFORMERS_MAX)),
      [],
    ),
    reason: reasonField,
  }),
  output: done,
  errors: ['badRequest.performer.notExists', 'badRequest.performer.state', 'badRequest.invalid.input'],
});
