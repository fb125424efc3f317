import { and, eq, ne } from 'drizzle-orm';
import { CALL_MAX_MS, earningsOf } from '#contract/wallet/dial-in-calls.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { RawAnswer, RawRequest } from '#server/calls/raw-route.ts';
import { type Caller, systemCaller } from '#server/identity/caller.ts';
import { transfer } from '#server/ledger/transfer.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { CallNotice, CodeAnswer, IvrGateway } from '#server/ports/gateways.ts';
import { enterCode, noteCall } from '#server/wallet/dial-in/enter-code.ts';
import { type CallKey, callerInCall } from '#server/wallet/dial-in/reads.ts';
import {
  findCall,
  type PhoneCall,
  readCallToSettle,
  storeSettled,
  takeDueCalls,
} from '#server/wallet/dial-in/settled.ts';
import { endCall, endDialIn, expireDialIns } from '#server/wallet/dial-in/transitions.ts';
import { endChatSession } from '../session/end-chat-session.ts';
import { chatSessions } from '../session/tables.ts';

/**
 * Asks the provider for a call's state; if it is over, ends its chats and pays performers their share. Idempotent,
 * also after a crash at any line. Throws if the provider does not respond.
 */
async function settleCall(deps: Deps, ivr: IvrGateway, call: PhoneCall): Promise<void> {
  const isTooLong = deps.now().getTime() - call.startedAt.getTime() > CALL_MAX_MS;
  if (call.state === 'running' && (isTooLong || (await isDropped(deps, call)))) await hangUp(deps, ivr, call);
  if (call.state === 'running') {
    const status = await ivr.status(call.callId);
    if (status.state === 'running') return;
    await endCall(deps, call, status.seconds);
  }
  if (call.dialInId) await endChats(deps, call.dialInId);
  await deps.db.transaction((tx) => settle(deps, tx, call));
}

/** True once the guest has logged in: the call no longer pays for anything. */
async function isDropped(deps: Deps, { dialInId }: PhoneCall): Promise<boolean> {
  return dialInId !== null && !(await callerInCall(deps, { dialInId }));
}

/** Ends the chats even if the provider is silent; the cost is settled once it responds. */
async function hangUp(deps: Deps, ivr: IvrGateway, { callId, dialInId }: PhoneCall): Promise<void> {
  if (dialInId) {
    await deps.db.transaction((tx) => endDialIn(deps, tx, dialInId));
    await endChats(deps, dialInId);
  }
  await ivr.hangUp(callId);
}

async function endChats(deps: Deps, dialInId: string): Promise<void> {
  const open = await deps.db
    .select({ id: chatSessions.id })
    .from(chatSessions)
    .where(and(eq(chatSessions.dialInSession, dialInId), ne(chatSessions.state, 'ended')));
  for (const { id } of open) await endChatSession(deps, id, 'dialin_stopped');
}

/** Does nothing if it was already settled. */
async function settle(deps: Deps, tx: Tx, key: CallKey): Promise<void> {
  const call = await readCallToSettle(tx, key);
  if (!call) return;
  const at = deps.now();
  const watched = call.dialInId ? await readWatched(tx, call.dialInId) : [];
  const earned = earningsOf(
    watched.map(({ deliveredMs }) => deliveredMs),
    call.cents ?? 0,
    deps.config.phone.tariff,
  );
  for (const [index, { id, performerId }] of watched.entries()) {
    const amount = earned[index] ?? 0;
    if (amount === 0) continue;
    await transfer(tx, {
      key: `dial-in:${id}`,
      kind: 'dial-in',
      from: { kind: 'house', owner: 'phone' },
      to: { kind: 'performer', owner: performerId },
      amount,
      reference: `dial-in:${call.dialInId}`,
      at,
    });
  }
  const credits = earned.reduce((sum, amount) => sum + amount, 0);
  if (call.dialInId)
    await recordAct(tx, systemCaller, { act: 'dial-in.settled', subject: `dial-in:${call.dialInId}`, at });
  const settled = await storeSettled(tx, call, { credits, at });
  tx.afterCommit(() => announce(deps, settled));
}

/** Performers earn nothing in free chat. Ordered by performer, so that two calls never lock crosswise. */
const readWatched = (tx: Tx, dialInId: string) =>
  tx
    .select({
      id: chatSessions.id,
      performerId: chatSessions.performerId,
      deliveredMs: chatSessions.deliveredMs,
    })
    .from(chatSessions)
    .where(and(eq(chatSessions.dialInSession, dialInId), ne(chatSessions.type, 'free')))
    .orderBy(chatSessions.performerId, chatSessions.joinedAt);

function announce(deps: Deps, { dialInId, seconds, cents, credits }: PhoneCall): void {
  deps.events.record('dial-in.settled', { session: dialInId, seconds, cents, credits });
  if (dialInId === null) return;
  deps.push.toDialIn(dialInId, 'dial-in-status', { session: dialInId, state: 'ENDED', seconds, cents });
}

/**
 * Handles a provider's notice about a call; a wrong signature is refused before parsing. The notice is no evidence:
 * the provider is asked whether the call has ended and its duration.
 */
export async function handleCallNotice(
  deps: Deps,
  { params, headers, caller, readBody }: RawRequest,
): Promise<RawAnswer> {
  const { ivr } = deps;
  const body = (await readBody()).toString('utf8');
  const notice = ivr && params['provider'] === ivr.provider ? ivr.verify(body, headers) : null;
  if (!ivr || !notice) {
    deps.events.record('dial-in.notice-refused', { provider: ivr?.provider ?? null });
    return { status: ivr ? 400 : 404, headers: {}, body: null };
  }
  const result = await follow(deps, ivr, { ...systemCaller, request: caller.request }, notice);
  const answer = ivr.answer(result);
  return { status: 200, headers: { 'Content-Type': answer.type }, body: answer.body };
}

async function follow(
  deps: Deps,
  ivr: IvrGateway,
  caller: Caller,
  { call: callId, event, code }: CallNotice,
): Promise<CodeAnswer | 'noted'> {
  const key = { provider: ivr.provider, callId };
  await noteCall(deps, key);
  if (event !== 'ended') return code === undefined ? 'noted' : enterCode(deps, caller, key, code);
  const call = await findCall(deps, key);
  if (call) await settleCall(deps, ivr, call);
  return 'noted';
}

/**
 * Expires old codes and settles calls whose end was not reported, or was reported while this service was down. Throws
 * an AggregateError after trying all of them if some failed.
 */
export async function sweepCalls(deps: Deps): Promise<void> {
  const { ivr } = deps;
  await expireDialIns(deps);
  if (!ivr) return;
  const failures: unknown[] = [];
  for (const call of await takeDueCalls(deps, ivr.provider))
    await settleCall(deps, ivr, call).catch((error: unknown) => failures.push(error));
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} phone calls were not settled`);
}
