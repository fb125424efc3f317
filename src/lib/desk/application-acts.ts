import * as calls from '#contract/desk/people/application-calls.ts';
import { filterValues } from '#contract/performers/directory/filters.ts';
import { idIn } from '#contract/wallet/whole-number.ts';
import { type CallOptions, call } from '../api/call.ts';
import type { Translate } from '../site/i18n.ts';
import { type ActResult, performAct, refusedAt } from './acts.ts';

type Typed = (name: string) => string;
interface Posted {
  readonly application: number;
  readonly t: Translate;
  readonly options: CallOptions;
}

const gone = { 'badRequest.notFound': 'applications.gone' } as const;

/** Carries out a decision that the page of applications was asked for; null for an unknown one. */
export async function performApplicationAct(
  typed: Typed,
  { t, options }: Omit<Posted, 'application'>,
): Promise<ActResult | null> {
  const application = idIn(typed('of'));
  const act = new Map([
    ['accept', acceptApplication],
    ['decline', declineApplication],
  ]).get(typed('act'));
  return act && application > 0 ? act(typed, { application, t, options }) : null;
}

async function acceptApplication(typed: Typed, { application, t, options }: Posted): Promise<ActResult> {
  const [username, dateOfBirth, reason] = [typed('username').trim(), typed('dateOfBirth'), typed('reason')];
  const gender = filterValues.gender.find((one) => one === typed('gender'));
  const { shape } = calls.acceptApplication.input;
  if (!shape.username.safeParse(username).success)
    return refusedAt('username', t('applications.wrong.stageName'));
  if (!gender || !shape.dateOfBirth.safeParse(dateOfBirth).success)
    return refusedAt('dateOfBirth', t('records.identity.wrong.dateOfBirth'));
  const input = { application, username, dateOfBirth, gender, reason };
  return performAct({
    reason,
    t,
    send: async () => void (await call(calls.acceptApplication, input, options)),
    labels: {
      ...gone,
      'badRequest.username_exists': 'applications.taken',
      'badRequest.identity.minor': 'applications.minor',
    },
  });
}

async function declineApplication(typed: Typed, { application, t, options }: Posted): Promise<ActResult> {
  const [statement, reason] = [typed('statement'), typed('reason')];
  if (!calls.declineApplication.input.shape.statement.safeParse(statement).success)
    return refusedAt('statement', t('cases.statementShape'));
  const input = { application, statement, reason };
  return performAct({
    reason,
    t,
    send: async () => void (await call(calls.declineApplication, input, options)),
    labels: gone,
  });
}
