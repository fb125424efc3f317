import type { AstroCookies } from 'astro';
import { studioCookies } from '#contract/cookies.ts';
import { labelOf } from '#contract/errors.ts';
import {
  endOtherStudioSessions,
  endStudioSession,
  readStudioAccount,
  type StudioAccount,
} from '#contract/studio/account-calls.ts';
import { type CallOptions, call } from '../api/call.ts';
import type { FormRules } from '../forms/submit.ts';
import { fieldErrors } from '../member/account/entry-rules.ts';

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
