import type { AstroCookies } from 'astro';
import { deskCookies } from '#contract/cookies.ts';
import {
  type checkDeskLink,
  type DeskAccount,
  endDeskSession,
  endOtherDeskSessions,
  readDeskAccount,
  refuseDeskPassword,
} from '#contract/desk/account/account-calls.ts';
import { countWork, type WorkCounts } from '#contract/desk/work-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { AppError, labelOf } from '#contract/errors.ts';
import type { PasswordPolicy } from '#contract/member/account/credentials.ts';
import { type CallOptions, call } from '../api/call.ts';
import type { FormRules } from '../forms/submit.ts';
import { fieldErrors, type ResetValues, resetRules } from '../member/account/entry-rules.ts';

type Rules<Field extends string, Values> = Omit<FormRules<Field, Values>, 'send'>;

const isCode = (code: string): boolean => /^\d{6}$/.test(code.replace(/\s/g, ''));

export interface DeskLoginValues {
  email: string;
  password: string;
  /** Of the authenticator app. */
  code: string;
}

export const deskLoginRules: Rules<keyof DeskLoginValues, DeskLoginValues> = {
  check: ({ email, password, code }) =>
    fieldErrors({
      email: email.trim() === '' ? 'member.registration.error.email_required' : null,
      password: password.trim() === '' ? 'member.registration.error.password_required' : null,
      code: isCode(code) ? null : 'desk.login.codeShape',
    }),
  labels: {
    // One label for all fields: it does not tell which of them is wrong.
    'badRequest.invalid.login': { field: 'code', message: 'desk.login.invalid' },
    'badRequest.code.clock': { field: 'code', message: 'desk.login.clock' },
    'badRequest.invalid.input': { field: 'code', message: 'desk.login.invalid' },
  },
};

export interface DeskLinkValues extends ResetValues {
  code: string;
}

export function deskLinkRules(policy: () => PasswordPolicy): Rules<keyof DeskLinkValues, DeskLinkValues> {
  const passwords = resetRules(policy);
  return {
    ...passwords,
    check: (values) => ({
      ...fieldErrors({ newPassword: isShort(values) ? 'desk.link.passwordShort' : null }),
      ...passwords.check(values),
      ...fieldErrors({ code: isCode(values.code) ? null : 'desk.login.codeShape' }),
    }),
    labels: {
      ...passwords.labels,
      'badRequest.code.invalid': { field: 'code', message: 'desk.link.codeWrong' },
      'badRequest.code.clock': { field: 'code', message: 'desk.login.clock' },
    },
  };
}

const isShort = ({ newPassword }: ResetValues): boolean => refuseDeskPassword(newPassword.trim()) !== null;

/** Minutes by which the clock of an authenticator is wrong, for the text of a refused code: `send` fills them in. */
export function readingClock<Done>(send: () => Promise<Done>) {
  const clock = { minutes: 0 };
  const sent = (): Promise<Done> =>
    send().catch((error: unknown) => {
      if (error instanceof AppError && error.label === 'badRequest.code.clock')
        clock.minutes = Math.abs(Number(error.fields[1] ?? 0));
      throw error;
    });
  return { clock, send: sent };
}

/** The operator a page of the desk is rendered for; null without a login. Throws if the API is unreachable. */
export async function readOperator(
  cookies: Pick<AstroCookies, 'has'>,
  options: CallOptions,
): Promise<DeskAccount | null> {
  if (!deskCookies.some((name) => cookies.has(name))) return null;
  return call(readDeskAccount, {}, options).catch((error: unknown) => {
    if (labelOf(error) === 'badRequest.unauthorized') return null;
    throw error;
  });
}

interface DeskLinkState {
  readonly state: 'ready' | 'used' | 'expired' | 'failed';
  /** Null unless the link can be used. */
  readonly operator: OutputOf<typeof checkDeskLink> | null;
}

/** Whether a one-time link can be used, and whose it is. */
export async function readDeskLink(
  check: () => Promise<OutputOf<typeof checkDeskLink>>,
): Promise<DeskLinkState> {
  try {
    return { state: 'ready', operator: await check() };
  } catch (error) {
    return { state: stateOf(error), operator: null };
  }
}

function stateOf(error: unknown): Exclude<DeskLinkState['state'], 'ready'> {
  const label = labelOf(error);
  if (label === 'badRequest.link.used') return 'used';
  return label === 'badRequest.link.expired' || label === 'badRequest.invalid.input' ? 'expired' : 'failed';
}

/** Ends one session, or all others if its id is empty. An id that is none has no session to end. */
export async function endSessions(session: string, options: CallOptions): Promise<void> {
  if (session === '') await call(endOtherDeskSessions, {}, options);
  else
    await call(endDeskSession, { session }, options).catch((error: unknown) => {
      if (labelOf(error) !== 'badRequest.invalid.input') throw error;
    });
}

/** How much waits for the operator; empty if it cannot be read, because no page depends on it. */
export const readWaiting = async (options: CallOptions): Promise<WorkCounts> =>
  call(countWork, {}, options).then(
    ({ counts }) => counts,
    () => [],
  );
