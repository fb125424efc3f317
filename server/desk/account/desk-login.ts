import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { type deskLogin as deskLoginCall, refuseDeskPassword } from '#contract/desk/account/account-calls.ts';
import type { logInWithDeskPasskey as logInWithDeskPasskeyCall } from '#contract/desk/account/passkey-calls.ts';
import type { ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { foldEmail } from '#contract/member/account/credentials.ts';
import { routes } from '#contract/site/routes.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Effect, rememberDevice } from '#server/calls/handler.ts';
import type { Caller } from '#server/identity/caller.ts';
import { countAttempt } from '#server/identity/devices.ts';
import { matchCode, unsealKey } from '#server/identity/factor/authenticator.ts';
import { noteFactor } from '#server/identity/factor/factors.ts';
import {
  holdOperator,
  type Operator,
  operatorByEmail,
  operatorById,
} from '#server/identity/operators/reads.ts';
import { endSessions, openSession } from '#server/identity/sessions.ts';
import { operators } from '#server/identity/tables.ts';
import { redeemPasskey } from '#server/member/passkeys/redeem-passkey.ts';
import { tellUnknownBrowser } from '#server/member/security/tell-new-device.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps, InTx } from '#server/ports/deps.ts';
import { endDeskSessions } from './sessions.ts';

export interface DeskLogin {
  readonly token: string;
  /** For the browser's own cookie; the contract's output is without it. */
  readonly device: string;
}

/** Common to every login of an operator: replaces the browser's session. Call only after authentication. */
export async function openDeskLogin(
  deps: InTx,
  caller: Caller,
  { operator, passkey }: { operator: Operator; passkey: boolean },
): Promise<DeskLogin> {
  const { id: operatorId, name } = operator;
  const owner = { kind: 'operator', operatorId } as const;
  const at = deps.now();
  const earlier = caller.kind === 'operator' ? caller.login : null;
  if (earlier) await endSessions(deps, { sessionId: earlier.sessionId });
  const { token, device, sessionId } = await openSession(deps, owner, caller.request);
  await noteFactor(deps.db, { sessionId, at });
  await tellUnknownBrowser(deps, caller, {
    owner,
    sessionId,
    to: operator,
    mail: 'deskNewDevice',
    pathOf: () => routes.deskAccount,
  });
  await recordAct(deps.db, caller, {
    act: 'operator.logged-in',
    subject: `operator:${name}`,
    details: { passkey },
    at,
  });
  deps.db.afterCommit(() => deps.events.record('operator.logged-in', { operator: operatorId }));
  return { token, device };
}

/** A wrong address, password and code return the same label after the same work. A code is accepted once. */
export async function deskLogin(
  deps: Deps,
  caller: Caller,
  { email, password, code }: ParsedInput<typeof deskLoginCall>,
): Promise<DeskLogin> {
  const operator = await operatorByEmail(deps.db, email);
  const owner = operator ? ({ kind: 'operator', operatorId: operator.id } as const) : null;
  const uncount = await countAttempt(deps, caller, { account: `desk ${foldEmail(email)}`, owner });
  const isRight = await deps.passwords.check(operator?.passwordHash, password);
  const tried =
    operator && isRight
      ? await deps.db.transaction(async (tx) => {
          const taken = await takeCode(deps, tx, { operatorId: operator.id, code });
          if (!taken.operator) return { login: null, ...taken };
          await notePassword(tx, taken.operator, password);
          const opening = { operator: taken.operator, passkey: false };
          return { login: await openDeskLogin({ ...deps, db: tx }, caller, opening) };
        })
      : { login: null };
  const { login } = tried;
  if (!login) {
    await noteRefusal(deps, caller, { operator, password: isRight });
    // Only after the right password, so that it reveals nothing else.
    if ('clockMinutes' in tried && tried.clockMinutes !== undefined) throw wrongClock(tried.clockMinutes);
    throw new AppError('badRequest.invalid.login');
  }
  await uncount();
  return login;
}

/** A password of earlier rules works until it is changed; the desk then asks for a longer one. */
async function notePassword(tx: Tx, { id, hasShortPassword }: Operator, password: string): Promise<void> {
  const isShort = refuseDeskPassword(password) !== null;
  if (isShort === hasShortPassword) return;
  await tx.update(operators).set({ hasShortPassword: isShort }).where(eq(operators.id, id));
}

interface Refused {
  /** Undefined for an unknown address, which is not stored. */
  readonly operator: Operator | undefined;
  readonly password: boolean;
}

async function noteRefusal(deps: Deps, caller: Caller, { operator, password }: Refused): Promise<void> {
  const subject = operator ? { subject: `operator:${operator.name}` } : {};
  const details = { passkey: false, password };
  await recordAct(deps.db, caller, { act: 'operator.login-refused', ...subject, details, at: deps.now() });
  deps.events.record('operator.login-refused', { known: operator !== undefined, password });
}

interface Taken {
  /** Null if the code was refused. */
  readonly operator: Operator | null;
  /** Set for a code that is right for another time. */
  readonly clockMinutes?: number;
}

/** Uses up a code and learns the drift of its clock. The row is locked, so of two equal requests one succeeds. */
export async function takeCode(
  deps: Deps,
  tx: Tx,
  { operatorId, code }: { operatorId: number; code: string },
): Promise<Taken> {
  const operator = await holdOperator(tx, operatorId);
  if (!operator?.codeKey) return { operator: null };
  const { codePeriod: after, codeDrift: drift } = operator;
  const key = unsealKey(deps, 'operator-code-key', operator.codeKey);
  const match = matchCode(key, code, { now: deps.wallClock(), after, drift });
  if (match === null) return { operator: null };
  if ('clockMinutes' in match) return { operator: null, ...match };
  const learnt = { codePeriod: match.period, codeDrift: match.drift };
  await tx.update(operators).set(learnt).where(eq(operators.id, operatorId));
  return { operator };
}

/** Refuses a code that is right for another time: its field, and the minutes by which the app is ahead. */
export const wrongClock = (minutes: number): AppError =>
  new AppError('badRequest.code.clock', { fields: ['code', String(minutes)] });

/** The passkey counts as both factors: its authenticator verifies the person. */
export async function logInWithDeskPasskey(
  deps: Deps,
  caller: Caller,
  { credential }: ParsedInput<typeof logInWithDeskPasskeyCall>,
): Promise<DeskLogin> {
  return redeemPasskey(deps, caller, {
    credential,
    kind: 'operator',
    async open(inTx, { operatorId }) {
      const operator = await operatorById(inTx.db, operatorId);
      if (!operator) throw new AppError('badRequest.passkey.notExists');
      return openDeskLogin(inTx, caller, { operator, passkey: true });
    },
  });
}

export async function deskLogOut(deps: Deps, caller: Caller): Promise<true> {
  if (caller.kind !== 'operator' || !caller.login) return true;
  await endDeskSessions(deps, { ...caller, login: caller.login }, { only: caller.login.sessionId });
  return true;
}

/** Of the handler's answer, which has the browser's secret; the one that is sent has not. */
const loginSchema = z.object({ token: z.string(), device: z.string() });
export async function rememberLogin(
  answer: { token: string },
  caller: Caller,
  deps: Deps,
): Promise<Effect[]> {
  const { token, device } = loginSchema.parse(answer);
  return [...(await rememberDevice(deps, caller, token)), { kind: 'remember-desk', token, device }];
}
