import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { done, moment, rowId } from '../../fields.ts';
import { filterValues } from '../../performers/directory/filters.ts';
import { factsField } from '../../safety/decisions.ts';
import { stageNameField } from '../../studio/account/application-calls.ts';
import { reasonField } from '../log-calls.ts';

export const APPLICATIONS_PER_PAGE = 30;

const moderators = { base: 'desk', access: 'operator', roles: ['moderator'] } as const;

const applicationSchema = z.object({
  id: z.int(),
  email: z.string(),
  stageName: z.string(),
  languages: z.array(z.string()),
  message: z.string(),
  receivedAt: moment,
});

export const listApplications = endpoint({
  ...moderators,
  method: 'GET',
  path: '/applications',
  summary: 'Returns the applications of performers that wait, oldest first',
  input: z.object({}),
  output: z.object({
    result: z.array(applicationSchema),
    /** Number of all that wait. */
    total: z.int(),
  }),
  errors: [],
});

export const acceptApplication = endpoint({
  ...moderators,
  method: 'POST',
  path: '/applications/{application}/accept',
  summary: 'Adds the applicant as a performer, and mails a one-time link to the studio',
  input: z.object({
    application: rowId,
    username: stageNameField,
    /** From verified papers. */
    dateOfBirth: z.iso.date(),
    gender: z.enum(filterValues.gender),
    reason: reasonField,
  }),
  output: z.object({ performer: z.int() }),
  errors: ['badRequest.notFound', 'badRequest.username_exists', 'badRequest.identity.minor'],
});

export const declineApplication = endpoint({
  ...moderators,
  method: 'POST',
  path: '/applications/{application}/decline',
  summary: 'Declines an application, mails why, and deletes what the applicant wrote',
  input: z.object({
    application: rowId,
    /** What the applicant is told. */
    statement: factsField,
    reason: reasonField,
  }),
  output: done,
  errors: ['badRequest.notFound'],
});
