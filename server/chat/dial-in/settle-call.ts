import { and, eq, ne } from 'drizzle-orm';
import { CALL_MAX_MS, earningsOf } from '#contract/wallet/dial-in-calls.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { systemCaller } from '#server/identity/caller.ts';
import { transfer } from '#server/ledger/transfer.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { IvrGateway } from '#server/ports/ivr.ts';
import { type CallKey, callerInCall } from '#server/wallet/dial-in/reads.ts';
import { type PhoneCall, readCallToSettle, storeSettled } from '#server/wallet/dial-in/settled.ts';
import { endCall, endDialIn } from '#server/wallet/dial-in/transitions.ts';

import { endChatSession } from '../session/end-chat-session.ts';
import { chatSessions } from '../session/tables.ts';

/**
 * Asks the provider for a call's state; if it is over, ends its chats and pays performers their share. Idempotent,
 * also after a crash at any line. Throws if the provider does not respond.
 */
export async function settleCall(deps: Deps, ivr: IvrGateway, call: PhoneCall): Promise<void> {
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
