import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { done, moment, rowId } from '../../fields.ts';
import { seenField } from '../../form-version.ts';
import { places } from '../../media/uploads.ts';
import { groundSchema } from '../../safety/decisions.ts';
import { routes } from '../../site/routes.ts';
import { describeAct, describeList, type Section } from '../described/described.ts';
import { reasonField } from '../log-calls.ts';

/** Pictures and films on a page of the queue. */
export const WAITING_PER_PAGE = 30;

const moderators = { base: 'desk', access: 'operator', roles: ['moderator'] } as const;

const waitingSchema = z.object({
  picture: z.int(),
  /** Username; null if the performer does not exist any more. */
  performer: z.nullable(z.string()),
  performerId: z.int(),
  place: z.enum(places),
  kind: z.enum(['picture', 'video']),
  addedAt: moment,
  /** By language. */
  caption: z.record(z.string(), z.string()),
  /** Shown to visitors who have not answered the age question. */
  nonude: z.boolean(),
  /** URL paths. */
  image: z.string(),
  film: z.nullable(z.string()),
});

export const listWaitingPictures = endpoint({
  ...moderators,
  method: 'GET',
  path: '/pictures',
  summary: 'Returns the pictures and films that wait for review, oldest first',
  input: z.object({}),
  output: z.object({
    result: z.array(waitingSchema),
    /** Number of all that wait. */
    total: z.int(),
  }),
  errors: [],
});

export const decidePicture = endpoint({
  ...moderators,
  method: 'PUT',
  path: '/pictures/{picture}/outcome',
  summary: 'Shows a picture or film to visitors, or hides it by a decision with the reason as its facts',
  input: z.object({
    picture: rowId,
    version: seenField,
    outcome: z.enum(['accept', 'refuse']),
    /** Of a refusal. */
    ground: z._default(groundSchema, 'rules-content'),
    /** Of a refusal, the performer reads it as the facts. */
    reason: reasonField,
  }),
  output: done,
  errors: ['badRequest.notFound', 'badRequest.form.changed'],
});

type Waiting = z.infer<typeof waitingSchema>;

const deciding = {
  call: decidePicture,
  operand: 'picture',
  labels: { 'badRequest.notFound': 'gone', 'badRequest.form.changed': 'desk.described.changed' },
} as const;

export const pictureList = describeList({
  name: 'pictures',
  call: listWaitingPictures,
  rows: 'result',
  key: 'picture',
  words: 'pictures list',
  columns: [
    {
      name: 'performer',
      kind: 'name',
      of: ({ performer, performerId }) => performer ?? `performer:${performerId}`,
      title: true,
      link: ({ performerId }) => `${routes.deskPerformers}/${performerId}`,
    },
    { name: 'place', kind: 'state' },
    { name: 'added', kind: 'moment', of: ({ addedAt }) => addedAt },
    { name: 'nonude', kind: 'yes' },
    {
      name: 'caption',
      kind: 'text',
      of: ({ caption }) =>
        Object.entries(caption)
          .map(([language, text]) => `${language}: ${text}`)
          .join('\n'),
    },
    { name: 'image', kind: 'picture' },
    { name: 'film', kind: 'film' },
  ],
  notes: [
    {
      text: 'more',
      when: ({ result, total }) => total > result.length,
      values: [{ name: 'count', kind: 'count', of: ({ result, total }) => total - result.length }],
    },
  ],
  acts: [
    describeAct<Waiting>()({
      ...deciding,
      name: 'accept',
      words: 'pictures accept',
      sends: { outcome: 'accept' },
      audit: 'picture.accepted',
    }),
    describeAct<Waiting>()({
      ...deciding,
      name: 'refuse',
      words: 'pictures refuse',
      sends: { outcome: 'refuse' },
      audit: 'picture.refused',
      danger: true,
    }),
  ],
});

export const pictureSection: Section = {
  path: routes.deskPictures,
  texts: 'records.pictures',
  filters: {},
  lists: [pictureList],
};
