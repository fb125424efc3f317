import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { done, moment, rowId } from '../../fields.ts';
import { seenField } from '../../form-version.ts';
import { filterValues } from '../../performers/directory/filters.ts';
import { factsField } from '../../safety/decisions.ts';
import { routes } from '../../site/routes.ts';
import { stageNameField } from '../../studio/account/application-calls.ts';
import { describeAct, describeList, type Section } from '../described/described.ts';
import { reasonField } from '../log-calls.ts';

export const APPLICATIONS_PER_PAGE = 30;

const moderators = { base: 'desk', access: 'operator', roles: ['moderator'] } as const;

const applicationSchema = z.object({
  application: z.int(),
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
    version: seenField,
    username: stageNameField,
    /** From verified papers. */
    dateOfBirth: z.iso.date(),
    gender: z.enum(filterValues.gender),
    reason: reasonField,
  }),
  output: z.object({ performer: z.int() }),
  errors: [
    'badRequest.notFound',
    'badRequest.username_exists',
    'badRequest.identity.minor',
    'badRequest.form.changed',
  ],
});

export const declineApplication = endpoint({
  ...moderators,
  method: 'POST',
  path: '/applications/{application}/decline',
  summary: 'Declines an application, mails why, and deletes what the applicant wrote',
  input: z.object({
    application: rowId,
    version: seenField,
    /** What the applicant is told. */
    statement: factsField,
    reason: reasonField,
  }),
  output: done,
  errors: ['badRequest.notFound', 'badRequest.form.changed'],
});

type Applicant = z.infer<typeof applicationSchema>;

const gone = { 'badRequest.notFound': 'gone', 'badRequest.form.changed': 'desk.described.changed' } as const;

export const applicationList = describeList({
  name: 'applications',
  call: listApplications,
  rows: 'result',
  key: 'application',
  words: 'applications list',
  columns: [
    { name: 'stageName', kind: 'name', title: true },
    { name: 'address', kind: 'text', of: ({ email }) => email },
    { name: 'speaks', kind: 'languages', of: ({ languages }) => languages.join(',') },
    { name: 'received', kind: 'moment', of: ({ receivedAt }) => receivedAt },
    { name: 'wrote', kind: 'text', of: ({ message }) => message },
  ],
  notes: [
    {
      text: 'records.pictures.more',
      when: ({ result, total }) => total > result.length,
      values: [{ name: 'count', kind: 'count', of: ({ result, total }) => total - result.length }],
    },
  ],
  acts: [
    describeAct<Applicant>()({
      name: 'accept',
      call: acceptApplication,
      words: 'applications accept',
      operand: 'application',
      asks: ['username', 'dateOfBirth', 'gender'],
      fills: ({ stageName }) => ({ username: stageName }),
      audit: 'application.accepted',
      labels: {
        ...gone,
        'badRequest.username_exists': 'taken',
        'badRequest.identity.minor': 'minor',
      },
    }),
    describeAct<Applicant>()({
      name: 'decline',
      call: declineApplication,
      words: 'applications decline',
      operand: 'application',
      asks: ['statement'],
      audit: 'application.declined',
      labels: gone,
      danger: true,
    }),
  ],
});

export const applicationSection: Section = {
  path: routes.deskApplications,
  texts: 'applications',
  filters: {},
  narrow: true,
  lists: [applicationList],
};
