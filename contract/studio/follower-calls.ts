import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { cappedText, clientIdSchema, done, lengthOf, moment, tidyLine } from '../fields.ts';
import { versionField, versionOf } from '../form-version.ts';
import { trimBlank } from '../input.ts';

/** User-perceived characters of a message to all followers. */
export const FOLLOWER_TEXT_MAX = 280;
/** ms between two messages of a performer to her followers, and for which followers see one. */
export const FOLLOWER_EVERY_MS = 7 * 86_400_000;
/** Minimum ms between two notices to one member, whoever wrote. */
export const FOLLOWER_NOTICE_EVERY_MS = 86_400_000;

export const refuseFollowerText = (text: string): 'empty' | 'long' | null => {
  const trimmed = trimBlank(text);
  if (trimmed === '') return 'empty';
  return lengthOf(trimmed) > FOLLOWER_TEXT_MAX ? 'long' : null;
};

/** Identifies the message that a page showed, and whether it was withdrawn. */
export const followerMessageVersion = (id: number, isWithdrawn: boolean): string =>
  versionOf([id, isWithdrawn]);

const followerTextSchema = cappedText(FOLLOWER_TEXT_MAX, tidyLine).check(z.minLength(1));

export const readFollowers = endpoint({
  base: 'studio',
  method: 'GET',
  path: '/followers',
  summary:
    'Returns how many members follow the performer, her last message to them, and when she may write again',
  access: 'performer',
  input: z.object({}),
  output: z.object({
    /** Members who have her as a favourite. */
    total: z.int(),
    /** Those of them who want to be told of her by mail or in a browser. */
    reachable: z.int(),
    last: z.nullable(
      z.object({
        text: z.string(),
        sentAt: moment,
        version: z.string(),
        /** Null while it is not withdrawn. */
        withdrawnBy: z.nullable(z.enum(['performer', 'house'])),
        /** The operator's reasons for withdrawing it. */
        statement: z.nullable(z.string()),
      }),
    ),
    /** Null if she may write now. */
    next: z.nullable(moment),
  }),
  errors: [],
});
export type Followers = z.infer<typeof readFollowers.output>;

export const messageFollowers = endpoint({
  base: 'studio',
  method: 'POST',
  path: '/followers/message',
  summary: 'Sends a message to all members who follow the performer; once in seven days',
  access: 'performer',
  input: z.object({ text: followerTextSchema, clientId: clientIdSchema }),
  output: done,
  // `fields` of the error for words has `text`.
  errors: ['badRequest.tooMany', 'badRequest.profile.words', 'badRequest.chat.closed'],
});

export const withdrawOwnMessage = endpoint({
  base: 'studio',
  method: 'POST',
  path: '/followers/message/withdraw',
  summary: 'Withdraws the message that followers still see; what was mailed stays mailed',
  access: 'performer',
  input: z.object({ version: versionField }),
  output: done,
  errors: ['badRequest.notFound', 'badRequest.form.changed'],
});
