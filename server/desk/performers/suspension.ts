import { z } from 'zod';
import { dayOf, longDate, startOfDay } from '#contract/day.ts';
import type { suspendPerformer as suspendPerformerCall } from '#contract/desk/performer-calls.ts';
import type { ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { routes } from '#contract/site/routes.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { mailTexts } from '#server/content/mails.ts';
import { type Caller, requireOperator, systemCaller } from '#server/identity/caller.ts';
import { type EndDeps, endSessions } from '#server/identity/sessions.ts';
import { noAffiliate, writeMail } from '#server/member/mail/mail-templates.ts';
import { addWork, mailWork, type WorkKind } from '#server/outbox/work.ts';
import { performerAccount } from '#server/performers/account/store-account.ts';
import { storeLift, storeSuspension } from '#server/performers/records/suspension.ts';
import { voidKey } from '#server/performers/whip-key/keys.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { holdPresent } from './record.ts';

type Input = Pick<ParsedInput<typeof suspendPerformerCall>, 'performer' | 'statement' | 'until'>;

/**
 * Keeps a performer from the site until the day `until`: ends her logins and broadcast (within two seconds), and
 * hides her everywhere. Throws `badRequest.performer.state` if she is suspended.
 */
export async function suspendPerformer(
  deps: Pick<Deps, 'config' | 'newId'> & EndDeps,
  caller: Caller,
  { performer: performerId, statement, until: day }: Input,
): Promise<true> {
  const by = requireOperator(caller);
  const at = deps.now();
  const until = day === undefined ? null : startOfDay(day);
  if (until && until <= at) throw new AppError('badRequest.invalid.input', { fields: ['until'] });
  await deps.db.transaction(async (tx) => {
    await holdPresent(tx, performerId);
    const suspension = await storeSuspension(tx, { performerId, statement, until, by: by.name, at });
    if (suspension === null) throw new AppError('badRequest.performer.state');
    if (until) await addWork(tx, suspensionEndWork, { payload: { performerId, suspension }, runAt: until });
    await endSessions({ ...deps, db: tx }, { performerId }, 'operator');
    await voidKey(tx, { performerId, at });
    await tellSuspended(deps, tx, { performerId, statement, until, at });
    const details = { until: until?.toISOString() ?? null };
    await recordAct(tx, by, { act: 'performer.suspended', subject: `performer:${performerId}`, details, at });
  });
  return true;
}

type LiftDeps = Pick<Deps, 'config' | 'db' | 'newId' | 'now'>;

/** Throws `badRequest.performer.state` if the performer is not suspended. */
export async function liftSuspension(
  deps: LiftDeps,
  caller: Caller,
  { performer: performerId }: { performer: number },
): Promise<true> {
  const by = requireOperator(caller);
  await deps.db.transaction(async (tx) => {
    await holdPresent(tx, performerId);
    if (!(await lift(deps, tx, by, { performerId }))) throw new AppError('badRequest.performer.state');
  });
  return true;
}

interface SuspensionEnd {
  performerId: number;
  /** Its id: a later suspension is another one. */
  suspension: number;
}

const suspensionEnd = z.object({ performerId: z.number().int(), suspension: z.number().int() });

/** Runs on the day until which a performer was suspended; the handler is bound in boot. */
export const suspensionEndWork: WorkKind<SuspensionEnd> = {
  kind: 'suspension-end',
  payload: suspensionEnd,
};

/** Does nothing if the suspension was lifted before. */
export async function endSuspension(
  deps: LiftDeps,
  { performerId, suspension }: SuspensionEnd,
): Promise<void> {
  await deps.db.transaction((tx) => lift(deps, tx, systemCaller, { performerId, id: suspension }));
}

async function lift(
  deps: LiftDeps,
  tx: Tx,
  caller: Caller,
  { performerId, id }: { performerId: number; id?: number },
): Promise<boolean> {
  const at = deps.now();
  if (!(await storeLift(tx, { performerId, id, at }))) return false;
  await tellLifted(deps, tx, { performerId, at });
  await recordAct(tx, caller, {
    act: 'performer.suspension-lifted',
    subject: `performer:${performerId}`,
    at,
  });
  return true;
}

type TellDeps = Pick<Deps, 'config' | 'newId'>;

interface Suspended {
  performerId: number;
  /** The statement of reasons (DSA, article 17). */
  statement: string;
  /** Null for good. */
  until: Date | null;
  at: Date;
}

/** Queues the mail in the transaction of the act. */
async function tellSuspended(
  deps: TellDeps,
  tx: Tx,
  { performerId, statement, until, at }: Suspended,
): Promise<void> {
  const account = await performerAccount(tx, performerId);
  if (!account) return;
  const { email, language } = account;
  const { forGood, untilDay } = mailTexts.in(language).suspensions;
  const day = until && longDate(dayOf(until), language);
  const head = { to: email, lang: language, affiliate: noAffiliate, path: routes.terms };
  const span = day === null ? forGood : untilDay.replace('{{day}}', day);
  const payload = writeMail(deps, 'performerSuspended', head, { statement, span });
  await addWork(tx, mailWork, { payload, runAt: at });
}

async function tellLifted(
  deps: TellDeps,
  tx: Tx,
  { performerId, at }: { performerId: number; at: Date },
): Promise<void> {
  const account = await performerAccount(tx, performerId);
  if (!account) return;
  const head = {
    to: account.email,
    lang: account.language,
    affiliate: noAffiliate,
    path: routes.studioLogin,
  };
  await addWork(tx, mailWork, { payload: writeMail(deps, 'suspensionLifted', head), runAt: at });
}
