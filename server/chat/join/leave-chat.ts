import type {
  leaveChatBeacon as beaconCall,
  leaveChat as call,
  leaveChatEngine as engineCall,
} from '#contract/chat/session-calls.ts';
import { leaveReasonOf } from '#contract/chat/units.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { readReceipt } from '../receipt/receipt.ts';
import { readAuthToLeave } from '../session/chat-auth.ts';
import { endChatSession } from '../session/end-chat-session.ts';

/** Idempotent: a page sends both the call and the beacon. */
export async function leaveChat(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  return leave(deps, caller, input, { isPageGone: false });
}

async function leave(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof call>,
  by: { isPageGone: boolean },
): Promise<OutputOf<typeof call>> {
  const session = await readAuthToLeave(deps, caller, input.auth);
  const ended = await endChatSession(deps, session.id, leaveReasonOf(input.reason), by);
  return { left: true, receipt: await readReceipt(deps, ended ?? session) };
}

/** POST is the only method of a beacon; the page is closing or reloading. */
export function leaveChatBeacon(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof beaconCall>,
): Promise<OutputOf<typeof beaconCall>> {
  return leave(deps, caller, input, { isPageGone: true });
}

export function leaveChatEngine(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof engineCall>,
): Promise<OutputOf<typeof engineCall>> {
  return leaveChat(deps, caller, input);
}
