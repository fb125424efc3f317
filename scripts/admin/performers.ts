import { z } from 'zod';
import { AppError, labelOf } from '#contract/errors.ts';
import { defaultLocale, locales } from '#contract/locales.ts';
import { refuseEmail } from '#contract/member/account/credentials.ts';
import { refuseUsername, USERNAME_MAX, USERNAME_MIN } from '#contract/member/usernames.ts';
import { filterValues } from '#contract/performers/directory/filters.ts';
import { ADULT_AGE, isAdult } from '#contract/performers/identity.ts';
import { STUDIO_LINK_HOURS } from '#contract/studio/account/account-calls.ts';
import { performerAccount } from '#server/performers/account/store-account.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { removePerformer } from '#server/performers/profile/store-status.ts';
import { endLogins } from '#server/performers/whip-key/keys.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { addPerformer } from '#server/studio/account/add-performer.ts';
import { sendStudioLink } from '#server/studio/account/studio-link.ts';
import { command, type Desk } from './command.ts';

const email = z
  .string()
  .trim()
  .refine((text) => refuseEmail(text) === null, 'must be an e-mail address');
const language = z.enum(locales);
const languageOption = { value: `<${locales.join('|')}>`, help: `of her mails (default: ${defaultLocale})` };

const username = z.string().superRefine((name, context) => {
  const refused = refuseUsername(name);
  const message =
    refused === 'registration.error.forbiddenWords'
      ? 'is reserved: it reads like staff or like a missing name, or has a forbidden word'
      : `must have ${USERNAME_MIN} to ${USERNAME_MAX} letters, digits, - or _`;
  if (refused) context.addIssue({ code: 'custom', message });
});

const birthDate = z.iso
  .date('must be a date like 1990-12-31')
  .refine((day) => isAdult(day, new Date()), `must be at least ${ADULT_AGE} years ago`);

/** The link leads to a page that exists only with the feature. */
function requireStudio({ hasFeature }: Desk): void {
  if (!hasFeature('studio'))
    throw new Error('the studio is switched off: set features.studio of the brand to true (docs/rebrand.md)');
}

const sent = (email: string): string =>
  `A link to choose a password goes to ${email}. It works once, for ${STUDIO_LINK_HOURS} hours. The running product sends it.`;

export const addPerformerCommand = command({
  name: 'performers add',
  summary: 'Adds a performer and mails her a one-time link to choose a password',
  operands: ['username'],
  options: {
    email: { value: '<address>', help: 'where her mails go; required' },
    'birth-date': {
      value: '<YYYY-MM-DD>',
      help: `from her verified papers; at least ${ADULT_AGE} years ago; required`,
    },
    gender: { value: `<${filterValues.gender.join('|')}>`, help: 'the lists that show her; required' },
    language: languageOption,
  },
  changes: true,
  input: z.object({
    username,
    email,
    'birth-date': birthDate,
    gender: z.enum(filterValues.gender),
    language: language.default(defaultLocale),
  }),
  async run(desk, { 'birth-date': dateOfBirth, ...performer }) {
    requireStudio(desk);
    await addPerformer(desk, desk.caller, { ...performer, dateOfBirth }).catch((error: unknown) => {
      if (labelOf(error) !== 'badRequest.username_exists') throw error;
      throw new Error(`${performer.username} is taken, or reads like the name of another performer`);
    });
    desk.say(`${performer.username} is added.`);
    desk.say(sent(performer.email));
    return 0;
  },
});

export const sendLinkCommand = command({
  name: 'performers link',
  summary: 'Mails a performer a new one-time link to choose a password; earlier links stop working',
  operands: ['username'],
  options: {
    email: { value: '<address>', help: 'a new address for her mails; required if there is none yet' },
    language: { ...languageOption, help: 'a new language for her mails' },
    'forget-factor': { help: 'also removes her passkeys, authenticator app and recovery codes' },
  },
  changes: true,
  input: z.object({
    username: z.string().min(1),
    email: email.optional(),
    language: language.optional(),
    'forget-factor': z.boolean().default(false),
  }),
  async run(desk, { username: typed, email, language, 'forget-factor': forgetsFactors }) {
    requireStudio(desk);
    const performer = await performersFor(desk, inHouse).byName(typed);
    if (!performer || performer.removedAt) throw new AppError('badRequest.performer.notExists');
    const { id: performerId, username } = performer;
    const stored = await performerAccount(desk.db, performerId);
    const to = { email: email ?? stored?.email, language: language ?? stored?.language ?? defaultLocale };
    if (to.email === undefined) throw new Error(`${username} has no e-mail address yet: add --email`);
    await sendStudioLink(desk, desk.caller, {
      performerId,
      username,
      language: to.language,
      email: to.email,
      forgetsFactors,
    });
    desk.say(sent(to.email));
    return 0;
  },
});

export const logOutPerformerCommand = command({
  name: 'performers log-out',
  summary: 'Ends every login of a performer, and revokes her WHIP key with --revoke-key',
  operands: ['username'],
  options: { 'revoke-key': { help: 'also revokes the WHIP key and ends broadcasts with it' } },
  changes: true,
  input: z.object({ username: z.string().min(1), 'revoke-key': z.boolean().default(false) }),
  async run({ db, now, caller, say }, { username, 'revoke-key': revokeWhipKey }) {
    const performer = await performersFor({ db }, inHouse).byName(username);
    if (!performer) throw new AppError('badRequest.performer.notExists');
    const { ended, whipKey } = await endLogins({ db, now }, caller, {
      performerId: performer.id,
      revokeWhipKey,
    });
    say(`${ended.length} ${ended.length === 1 ? 'login' : 'logins'} of ${username} ended.`);
    say(keyLines[whipKey]);
    return 0;
  },
});

const keyLines = {
  none: 'She has no WHIP key.',
  kept: 'Her WHIP key is still valid, so an encoder can keep broadcasting: --revoke-key revokes it.',
  revoked: 'Her WHIP key is revoked; broadcasts with it end within two seconds.',
} as const;

export const removePerformerCommand = command({
  name: 'performers remove',
  summary: 'Removes a performer for good; the profile answers 410',
  operands: ['username'],
  changes: true,
  input: z.object({ username: z.string().min(1) }),
  async run({ db, now, caller, say }, { username }) {
    await removePerformer({ db, now }, caller, username);
    say(`${username} is removed.`);
    return 0;
  },
});
