import * as z from 'zod/mini';
import { endpoint, type OutputOf } from '../../endpoint.ts';
import { done, rowId } from '../../fields.ts';
import { locales } from '../../locales.ts';
import type { Feature } from '../../site/features.ts';
import { changePassword } from './password-calls.ts';

/** Optional mails. Mails about the account are always sent. */
export const mailKinds = ['messages'] as const;
export type MailKind = (typeof mailKinds)[number];

/** Mails that a link in the mail itself stops. `live`: those about favourites, which are chosen per favourite. */
export const stoppableMails = [...mailKinds, 'live'] as const;
export type StoppableMail = (typeof stoppableMails)[number];

/** The feature a kind of mail belongs to; without it the preference is not shown. */
export const featureOfMail: Readonly<Record<MailKind, Feature>> = { messages: 'messenger' };

const mailChoices = z.record(z.enum(mailKinds), z.boolean());
export type MailChoices = z.infer<typeof mailChoices>;

export const readPreferences = endpoint({
  base: 'member',
  method: 'GET',
  path: '/preferences',
  summary: 'Returns the member’s language and choices, and the pending e-mail address',
  access: 'member',
  input: z.object({}),
  output: z.object({
    language: z.enum(locales),
    mails: mailChoices,
    /** Whether rooms show the member among their top tippers. */
    isShownAsTipper: z.boolean(),
    pendingEmail: z.nullable(z.string()),
    /** Mail servers say that the pending address does not exist. */
    pendingRefused: z.boolean(),
  }),
  errors: [],
});

export type Preferences = OutputOf<typeof readPreferences>;

export const changeLanguage = endpoint({
  base: 'member',
  method: 'PUT',
  path: '/preferences/language',
  summary: 'Sets the language of mails that the member did not request on a page',
  access: 'member',
  input: z.object({ language: z.enum(locales) }),
  output: done,
  errors: [],
});

export const chooseMails = endpoint({
  base: 'member',
  method: 'PUT',
  path: '/preferences/mails',
  summary: 'Sets which optional mails the member wants; omitted kinds stay unchanged',
  access: 'member',
  input: z.object({ mails: z.partialRecord(z.enum(mailKinds), z.boolean()) }),
  output: done,
  errors: [],
});

export const showAsTipper = endpoint({
  base: 'member',
  method: 'PUT',
  path: '/preferences/top-tippers',
  summary: 'Sets whether rooms show the member among their top tippers',
  access: 'member',
  input: z.object({ isShown: z.boolean() }),
  output: done,
  errors: [],
});

export const changeUsername = endpoint({
  base: 'member',
  method: 'POST',
  path: '/change-username',
  summary: 'Sets the username and returns a new token of the same session',
  access: 'member',
  input: z.object({ username: z.string().check(z.trim(), z.maxLength(255)) }),
  output: z.object({ token: z.string() }),
  errors: [
    'badRequest.username_exists',
    'badRequest.forbiddenWords',
    'badRequest.invalidChar',
    'badRequest.nicknameLength',
  ],
});

/** `data` is the input of the call for that setting. */
export const updateMember = endpoint({
  base: 'member',
  method: 'PUT',
  path: '/member/{memberId}',
  summary:
    'Sets the caller’s username or password by the caller’s own id, and returns a token of the same session',
  access: 'member',
  input: z.object({ memberId: rowId, data: z.union([changeUsername.input, changePassword.input]) }),
  output: z.object({ token: z.string() }),
  errors: [...changeUsername.errors, ...changePassword.errors],
});

export const SUGGESTION_LIMIT = 5;

/** Five are generated and three shown, because one of them may equal the typed name. */
export const SUGGESTIONS_SHOWN = 3;

export const SUGGESTION_MAX_LENGTH = 32;

export const suggestUsernames = endpoint({
  base: 'member',
  method: 'GET',
  path: '/username/suggestions',
  summary: 'Returns free usernames similar to the given one',
  access: 'member',
  input: z.object({
    username: z._default(z.string().check(z.trim(), z.maxLength(254)), ''),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(20)), SUGGESTION_LIMIT),
    maxLength: z._default(
      z.coerce.number().check(z.int(), z.minimum(4), z.maximum(SUGGESTION_MAX_LENGTH)),
      SUGGESTION_MAX_LENGTH,
    ),
  }),
  output: z.object({ suggestions: z.array(z.string()) }),
  errors: [],
});
