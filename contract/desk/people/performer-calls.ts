import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { done, moment, rowId } from '../../fields.ts';
import { versionField } from '../../form-version.ts';
import { trimBlank } from '../../input.ts';
import { locales } from '../../locales.ts';
import { identitySchema } from '../../performers/identity.ts';
import { factsField, groundSchema } from '../../safety/decisions.ts';
import { hiddenPlacesField } from '../../safety/hidden-places.ts';
import { freshErrors } from '../account/confirm-calls.ts';
import { actSchema, reasonField } from '../log-calls.ts';
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
  id: z.int(),
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

const suspensionSchema = z.object({
  statement: z.string(),
  by: z.string(),
  at: moment,
  /** Null for good. */
  until: z.nullable(moment),
  liftedAt: z.nullable(moment),
});

export const readDeskPerformer = endpoint({
  ...readers,
  method: 'GET',
  path: '/performers/{performer}',
  summary: 'Returns a performer: what is recorded of her and by whom, suspensions, places and last acts',
  input: z.object({ performer }),
  output: z.extend(rowSchema, {
    createdAt: moment,
    /** Of her mails; null without one. */
    email: z.nullable(z.string()),
    /** In which she reads mails. */
    language: z.enum(locales),
    /** Since when mail servers say that the address does not exist. */
    mailRefusedAt: z.nullable(moment),
    /** Id of the open case about her. */
    case: z.nullable(z.int()),
    /** Of the record only who checked the document and when. */
    checked: z.nullable(
      z.object({
        by: z.string(),
        on: z.iso.date(),
        recordedAt: moment,
        approvedBy: z.nullable(z.string()),
        approvedAt: z.nullable(moment),
        expiresOn: z.nullable(z.iso.date()),
      }),
    ),
    /** Newest first. */
    suspensions: z.array(suspensionSchema),
    hiddenIn: z.array(z.string()),
    /** Newest first. */
    consents: z.array(
      z.object({
        version: z.string(),
        acceptedOn: z.iso.date(),
        by: z.string(),
        /** Whether names of co-performers are sealed with it. */
        hasOthers: z.boolean(),
      }),
    ),
    acts: z.array(actSchema),
    /** What followers see of her, or saw before it was withdrawn; null after seven days. */
    followerMessage: z.nullable(
      z.object({
        text: z.string(),
        sentAt: moment,
        version: z.string(),
        withdrawnAt: z.nullable(moment),
        /** `performer`, or the name of an operator. */
        withdrawnBy: z.nullable(z.string()),
        statement: z.nullable(z.string()),
      }),
    ),
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
    identity: identitySchema,
    /** Day on which the operator saw the document. */
    checkedOn: z.iso.date(),
    /** Last day on which the document is valid. */
    expiresOn: z.optional(z.iso.date()),
    reason: reasonField,
  }),
  output: done,
  errors: ['badRequest.performer.notExists', 'badRequest.identity.minor'],
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
  input: z.object({ performer, formKey: formKeyField, reason: reasonField }),
  output: guardedOutput(done),
  errors: [
    'badRequest.performer.notExists',
    'badRequest.identity.missing',
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
    ground: groundSchema,
    facts: factsField,
    /** The day on which she may return; for good without one. */
    until: z.optional(z.iso.date()),
    reason: reasonField,
  }),
  output: done,
  errors: ['badRequest.performer.notExists', 'badRequest.performer.state'],
});

export const liftSuspension = endpoint({
  ...moderators,
  method: 'POST',
  path: '/performers/{performer}/lift',
  summary: 'Ends a suspension at once, and mails the performer that she may return',
  input: z.object({ performer, reason: reasonField }),
  output: done,
  errors: ['badRequest.performer.notExists', 'badRequest.performer.state'],
});

export const withdrawFollowerMessage = endpoint({
  ...moderators,
  method: 'POST',
  path: '/performers/{performer}/follower-message/withdraw',
  summary:
    'Withdraws a performer’s message to her followers, and mails her the statement of reasons; what was mailed stays mailed',
  input: z.object({ performer, statement: factsField, version: versionField, reason: reasonField }),
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
    version: versionField,
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
    version: z.string().check(z.overwrite(trimBlank), z.minLength(1), z.maxLength(40)),
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
  errors: ['badRequest.performer.notExists', 'badRequest.performer.state'],
});
