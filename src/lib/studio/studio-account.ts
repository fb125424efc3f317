import type { AstroCookies } from 'astro';
import { studioCookies } from '#contract/cookies.ts';
import { labelOf } from '#contract/errors.ts';
import { isLocale, type Locale } from '#contract/locales.ts';
import { refuseEmail } from '#contract/member/account/credentials.ts';
import * as accountCalls from '#contract/studio/account/account-calls.ts';
import {
  type EndedLogin,
  endOtherStudioSessions,
  endStudioSession,
  readStudioAccount,
  type StudioAccount,
} from '#contract/studio/account/account-calls.ts';
import * as calls from '#contract/studio/account/application-calls.ts';
import { type CallOptions, call } from '../api/call.ts';
import type { FormRules } from '../forms/submit.ts';
import { fieldErrors } from '../member/account/entry-rules.ts';
import type { MessageKey } from '../site/i18n.ts';

type Rules<Field extends string, Values> = Omit<FormRules<Field, Values>, 'send'>;

export interface StudioLoginValues {
  /** The performer's name. */
  username: string;
  password: string;
}

export const studioLoginRules: Rules<keyof StudioLoginValues, StudioLoginValues> = {
  check: ({ username, password }) =>
    fieldErrors({
      username: username.trim() === '' ? 'studio.login.nameRequired' : null,
      password: password.trim() === '' ? 'member.registration.error.password_required' : null,
    }),
  labels: {
    // One label for both fields: it does not tell which names exist.
    'badRequest.invalid.login': { field: 'password', message: 'studio.login.invalid' },
    // A field that is too long.
    'badRequest.invalid.input': { field: 'password', message: 'studio.login.invalid' },
  },
};

/** The performer a studio page is rendered for; null without a login. Throws if the API is unreachable. */
export async function readPerformer(
  cookies: Pick<AstroCookies, 'has'>,
  options: CallOptions,
): Promise<StudioAccount | null> {
  if (!studioCookies.some((name) => cookies.has(name))) return null;
  return call(readStudioAccount, {}, options).catch((error: unknown) => {
    if (labelOf(error) === 'badRequest.unauthorized') return null;
    throw error;
  });
}

/** How the login of this browser ended, for its login page; null without one, and if that cannot be read now. */
export async function readEndedLogin(
  cookies: Pick<AstroCookies, 'has'>,
  options: CallOptions,
): Promise<EndedLogin | null> {
  if (!studioCookies.some((name) => cookies.has(name))) return null;
  return call(accountCalls.readEndedLogin, {}, options).then(
    ({ ended }) => ended,
    () => null,
  );
}

const endTexts = {
  elsewhere: 'studio.ended.elsewhere',
  self: 'studio.ended.elsewhere',
  password: 'studio.ended.password',
  operator: 'studio.ended.operator',
  undone: 'studio.ended.undone',
  expired: 'studio.ended.expired',
} as const satisfies Record<EndedLogin['why'], string>;

/** Texts about an ended login: why it ended, and what happened to the broadcast. */
export function endedTexts({ why, wasLive, isLive, receiving }: EndedLogin): MessageKey[] {
  if (isLive) return [endTexts[why], receiving ? 'studio.ended.sending' : 'studio.ended.silent'];
  return wasLive ? [endTexts[why], 'studio.ended.stopped'] : [endTexts[why]];
}

interface StudioLinkState {
  readonly state: 'ask' | 'used' | 'expired' | 'failed';
  /** Empty unless the link can be used. */
  readonly username: string;
}

/** Whether a one-time link can be used, and whose it is. */
export async function readStudioLink(
  check: () => Promise<{ readonly username: string }>,
): Promise<StudioLinkState> {
  try {
    return { state: 'ask', username: (await check()).username };
  } catch (error) {
    return { state: stateOf(error), username: '' };
  }
}

function stateOf(error: unknown): Exclude<StudioLinkState['state'], 'ask'> {
  const label = labelOf(error);
  if (label === 'badRequest.link.used') return 'used';
  return label === 'badRequest.link.expired' || label === 'badRequest.invalid.input' ? 'expired' : 'failed';
}

/** Ends one session, or all others if its id is empty. An id that is none has no session to end. */
export async function endSessions(session: string, options: CallOptions): Promise<void> {
  if (session === '') await call(endOtherStudioSessions, {}, options);
  else
    await call(endStudioSession, { session }, options).catch((error: unknown) => {
      if (labelOf(error) !== 'badRequest.invalid.input') throw error;
    });
}

export interface ApplicationValues {
  email: string;
  stageName: string;
  languages: readonly string[];
  message: string;
  /** A checked box is `on`. */
  isAdult: string;
  agrees: string;
  key: string;
}

type Field = 'email' | 'stageName' | 'languages' | 'message' | 'isAdult' | 'agrees';

/** Rules of the form, and how it is sent. */
export const applicationRules = (
  lang: Locale,
  options: CallOptions,
): FormRules<Field, ApplicationValues & Record<string, unknown>> => ({
  check: ({ email, stageName, languages, message, isAdult, agrees }) =>
    fieldErrors({
      email: refuseEmail(email.trim()) === null ? null : 'report.emailWrong',
      stageName: calls.stageNameField.safeParse(stageName).success ? null : 'applications.wrong.stageName',
      languages: languages.some(isLocale) ? null : 'applications.wrong.languages',
      message: message.trim().length <= calls.APPLICATION_TEXT_MAX ? null : 'applications.wrong.message',
      isAdult: isAdult === 'on' ? null : 'applications.wrong.isAdult',
      agrees: agrees === 'on' ? null : 'applications.wrong.agrees',
    }),
  send: (values) => sendApplication(values, lang, options),
  labels: { 'badRequest.tooMany': { message: 'report.tooMany' } },
});

async function sendApplication(
  { email, stageName, languages, message, key }: ApplicationValues,
  lang: Locale,
  options: CallOptions,
): Promise<void> {
  const spoken = languages.filter(isLocale);
  const input = { email: email.trim(), stageName, languages: spoken, message, key, lang };
  await call(calls.sendApplication, { ...input, isAdult: true, agrees: true }, options);
}
