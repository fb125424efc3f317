import type {
  ActionOutput,
  ChatActionName,
  chatAction as call,
  ParsedAction,
} from '#contract/chat/action-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { confirmCamBack, initCamBack, stopCamBack } from './cam-back/act-cam-back.ts';
import { changeNickname } from './dial-in/change-nickname.ts';
import { sendMessage } from './room/send-message.ts';
import { tellRenamed } from './room/voice.ts';
import { readOwnSessionRef } from './session/chat-auth.ts';
import { sendTip } from './tips/send-tip.ts';
import { requestVip } from './vip/request-vip.ts';
import { stopVip } from './vip/stop-vip.ts';

type Act<Name extends ChatActionName> = (
  deps: Deps,
  caller: Caller,
  input: ParsedAction<Name>,
) => Promise<ActionOutput<Name>>;

const acts: { readonly [Name in ChatActionName]: Act<Name> } = {
  message: sendMessage,
  tip: sendTip,
  changeNickname: rename,
  requestVip,
  stopVip,
  camBackInit: initCamBack,
  camBackBroadcasting: confirmCamBack,
  camBackStop: stopCamBack,
};

/** Handles every action of a chat. */
export function chatAction(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const act = acts[input.action] as Act<ChatActionName>;
  return act(deps, caller, input);
}

/** Messages of a moderator are marked by the name. */
async function rename(
  deps: Deps,
  caller: Caller,
  input: ParsedAction<'changeNickname'>,
): Promise<ActionOutput<'changeNickname'>> {
  const renamed = await changeNickname(deps, caller, input);
  if (caller.kind === 'member') {
    const { session } = await readOwnSessionRef(deps, caller, input.auth);
    await tellRenamed(deps, { performerId: session.performerId, memberId: caller.memberId });
  }
  return renamed;
}
