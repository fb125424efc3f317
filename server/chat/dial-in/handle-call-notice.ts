import type { RawAnswer, RawRequest } from '#server/calls/raw-route.ts';
import { type Caller, systemCaller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { CallNotice, CodeAnswer, IvrGateway } from '#server/ports/ivr.ts';
import { enterCode, noteCall } from '#server/wallet/dial-in/enter-code.ts';
import { findCall } from '#server/wallet/dial-in/settled.ts';
import { settleCall } from './settle-call.ts';

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
