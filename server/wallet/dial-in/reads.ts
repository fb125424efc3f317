import { and, eq } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import type { DialIn, DialInStatus } from '#contract/wallet/dial-in-calls.ts';
import type { Caller, DialInGuestCaller } from '#server/identity/caller.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { IvrGateway } from '#server/ports/gateways.ts';
import { type DialInRow, dialIns, type PhoneCall, phoneCalls } from './tables.ts';

/** Identifies a call at a provider. */
export interface CallKey {
  provider: string;
  callId: string;
}

export const isCall = ({ provider, callId }: CallKey) =>
  and(eq(phoneCalls.provider, provider), eq(phoneCalls.callId, callId));

/** Locks the call's row until the transaction ends, so that a code and the end of the call cannot interleave. */
export async function lockCall(tx: Tx, key: CallKey): Promise<PhoneCall | undefined> {
  const [call] = await tx.select().from(phoneCalls).where(isCall(key)).for('update');
  return call;
}

/** Throws `badRequest.notFound` without a phone provider. */
export function requireIvr({ ivr }: Pick<Deps, 'ivr'>): IvrGateway {
  if (!ivr) throw new AppError('badRequest.notFound');
  return ivr;
}

/** Whether this guest's call is running. */
export async function callerInCall(
  { db }: Pick<Deps, 'db'>,
  { dialInId }: Pick<DialInGuestCaller, 'dialInId'>,
): Promise<boolean> {
  const [row] = await db.select({ state: dialIns.state }).from(dialIns).where(eq(dialIns.id, dialInId));
  return row?.state === 'IN_CALL';
}

interface Session {
  dialIn: DialInRow;
  call: PhoneCall | null;
}

async function findSession({ db }: Pick<Deps, 'db'>, id: string): Promise<Session | null> {
  const [row] = await db
    .select({ dialIn: dialIns, call: phoneCalls })
    .from(dialIns)
    .leftJoin(phoneCalls, eq(phoneCalls.dialInId, dialIns.id))
    .where(eq(dialIns.id, id));
  return row ?? null;
}

/** Throws `badRequest.dialIn.notExists` unless the session belongs to this browser. */
export async function ownSession(deps: Deps, caller: Caller, session: string): Promise<Session> {
  requireIvr(deps);
  const isOwn = caller.kind === 'dial-in-guest' && caller.dialInId === session;
  const found = isOwn ? await findSession(deps, session) : null;
  if (!found) throw new AppError('badRequest.dialIn.notExists');
  return found;
}

/** An unused code has expired as soon as its time is over, even before the sweep stores it. */
export function statusOf({ dialIn, call }: Session, now: Date): DialInStatus {
  const isLate = dialIn.state === 'PENDING' && dialIn.expiresAt <= now;
  const state = isLate ? 'EXPIRED' : dialIn.state;
  return {
    session: dialIn.id,
    state,
    seconds: call?.seconds ?? null,
    cents: call?.cents ?? null,
  };
}

export function toDialIn(deps: Deps, session: Session): DialIn {
  const { dialIn } = session;
  const status = statusOf(session, deps.now());
  const { number, tariff } = deps.config.phone;
  return {
    ...status,
    code: status.state === 'PENDING' ? dialIn.code : null,
    expiresAt: dialIn.expiresAt.toISOString(),
    nickname: dialIn.nickname,
    number,
    tariff,
    simulator: deps.ivr?.simulator ?? null,
  };
}

/** This browser's session in any state; null without one. */
export async function sessionOf(deps: Deps, caller: Caller): Promise<Session | null> {
  return caller.kind === 'dial-in-guest' ? findSession(deps, caller.dialInId) : null;
}

/** The nickname of this call's guest; null until one is chosen. */
export async function nicknameOf({ db }: Pick<Deps, 'db'>, id: string): Promise<string | null> {
  const [row] = await db
    .select({ nickname: dialIns.nickname })
    .from(dialIns)
    .where(and(eq(dialIns.id, id), eq(dialIns.state, 'IN_CALL')));
  return row?.nickname ?? null;
}
