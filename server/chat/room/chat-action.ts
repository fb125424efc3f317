import type { chatAction as call } from '#contract/chat/room-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { actCamBack } from '../cam-back/act-cam-back.ts';
import { changeNickname } from '../dial-in/change-nickname.ts';
import { sendTip } from '../tips/send-tip.ts';
import { requestVip } from '../vip/request-vip.ts';
import { stopVip } from '../vip/stop-vip.ts';
import { sendMessage } from './send-message.ts';

export function chatAction(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  switch (input.action) {
    case 'tip':
      return sendTip(deps, caller, input);
    case 'message':
      return sendMessage(deps, caller, input);
    case 'changeNickname':
      return changeNickname(deps, caller, input);
    case 'requestVip':
      return requestVip(deps, caller, input);
    case 'stopVip':
      return stopVip(deps, caller, input);
    default:
      return actCamBack(deps, caller, input);
  }
}
