import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { done, moment, rowId } from '../../fields.ts';
import { places } from '../../media/uploads.ts';
import { groundSchema } from '../../safety/decisions.ts';
import { reasonField } from '../log-calls.ts';

/** Pictures and films on a page of the queue. */
export const WAITING_PER_PAGE = 30;

const moderators = { base: 'desk', access: 'operator', roles: ['moderator'] } as const;

const waitingSchema = z.object({
  id: z.int(),
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
  picture: z.string(),
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
    outcome: z.enum(['accept', 'refuse']),
    /** Of a refusal. */
    ground: z._default(groundSchema, 'rules-content'),
    /** Of a refusal, the performer reads it as the facts. */
    reason: reasonField,
  }),
  output: done,
  errors: ['badRequest.notFound'],
});
