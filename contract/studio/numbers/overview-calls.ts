import * as z from 'zod/mini';
import { payoutStops } from '../../desk/money/payout-calls.ts';
import { endpoint } from '../../endpoint.ts';
import { moment } from '../../fields.ts';

/** What a profile should have, in the order in which visitors see it. */
export const pageParts = ['portrait', 'cover', 'motto', 'description', 'city', 'album'] as const;
export type PagePart = (typeof pageParts)[number];

/** What a new performer does before and on her first day, in order. */
export const firstSteps = ['identity', 'page', 'tipMenu', 'start', 'live'] as const;
export type FirstStep = (typeof firstSteps)[number];

/** Days before its end in which an appointment of a moderator is announced. */
export const EXPIRES_DAYS = 7;

/** `cents` are null while the operator has configured no rate. */
const worthSchema = z.object({ credits: z.int(), cents: z.nullable(z.int()) });
export type Worth = z.infer<typeof worthSchema>;

export const readOverview = endpoint({
  base: 'studio',
  method: 'GET',
  path: '/overview',
  summary: 'Returns what the performer opens the studio for: earnings, what is new, and what is to be done',
  access: 'performer',
  input: z.object({}),
  output: z.object({
    /** Earned since midnight, and since Monday, in the operator's time zone. */
    today: worthSchema,
    week: worthSchema,
    /** Unread private messages; null without a messenger. */
    unread: z.nullable(z.int()),
    /** The next planned start. */
    start: z.nullable(moment),
    /** Members who have her as a favourite, and how many of them since Monday. */
    favourites: z.object({ total: z.int(), week: z.int() }),
    /** Parts of her page that are empty; what waits for review is not missing. */
    missing: z.array(z.enum(pageParts)),
    /** Pictures and films that wait for the operator, and that were refused. */
    pictures: z.object({ waiting: z.int(), refused: z.int() }),
    /** Moderators whose appointment ends within `EXPIRES_DAYS`; the first to end is first. */
    expiring: z.array(z.object({ name: z.string(), until: moment })),
    /** What is paid out next; null without earnings that are not paid. */
    payout: z.nullable(
      z.object({
        /** For earnings up to the end of this month. */
        month: z.string(),
        ...worthSchema.shape,
        /** When it can be paid. */
        from: moment,
        /** What still stops it then. */
        stop: z.nullable(z.enum(payoutStops)),
      }),
    ),
    /** Null after the day of her first broadcast. */
    firstDay: z.nullable(z.array(z.object({ step: z.enum(firstSteps), done: z.boolean() }))),
  }),
  errors: ['badRequest.notFound'],
});
export type Overview = z.infer<typeof readOverview.output>;
