import type { chatAction as call } from '#contract/chat/room-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { actCamBack } from '../cam-back/act-cam-back.ts';
import { sendTip } from '../tips/send-tip.ts';
import { sendMessage } from './send-message.ts';

export function chatAction(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  if (input.action === 'tip') return sendTip(deps, caller, input);
  if (input.action === 'message') return sendMessage(deps, caller, input);
  return actCamBack(deps, caller, input);
}
