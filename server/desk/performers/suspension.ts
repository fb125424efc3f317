import { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import { routes } from '#contract/site/routes.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, requireOperator, systemCaller } from '#server/identity/caller.ts';
import { noAffiliate, writeMail } from '#server/member/mail/mail-templates.ts';
import { addWork, mailWork, type WorkKind } from '#server/outbox/work.ts';
import { performerAccount } from '#server/performers/account/store-account.ts';
import { storeLift } from '#server/performers/records/suspension.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { endMeasures } from '#server/safety/decisions/reads.ts';
import { holdPresent } from './record.ts';

type LiftDeps = Pick<Deps, 'config' | 'db' | 'newId' | 'now'>;

/** Throws `badRequest.performer.state` if the performer is not suspended. */
export async function liftSuspension(
  deps: LiftDeps,
  caller: Caller,
  { performer: performerId }: { performer: number },
): Promise<true> {
  const by = requireOperator(caller);
  await deps.db.transaction(async (tx) => {
    await endMeasures(tx, { about: { performerId }, measure: 'suspend', at: deps.now() });
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
