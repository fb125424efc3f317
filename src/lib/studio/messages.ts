import { createSocket } from '../api/socket.ts';
import type { ListAnswer } from '../messaging/inbox/list.ts';
import { type FirstConversation, openMessenger } from '../messaging/messenger.ts';
import { memberParty } from '../messaging/party/member-party.ts';
import { $party } from '../messaging/party/party.ts';
import { createPerformerParty } from '../messaging/party/performer-party.ts';

interface StudioMessages {
  /** The performer's name. */
  readonly username: string;
  readonly list: ListAnswer | null;
  readonly conversation: FirstConversation | null;
  onSessionEnded(): void;
}

/** Opens the messenger on the performer's side. Returns a stop function. */
export function openStudioMessages({
  username,
  list,
  conversation,
  onSessionEnded,
}: StudioMessages): () => void {
  const socket = createSocket({ studio: true });
  $party.set(createPerformerParty(username, socket));
  socket.on('session-ended', onSessionEnded);
  const stop = openMessenger(list, conversation);
  return () => {
    stop();
    socket.closeConnection();
    $party.set(memberParty);
  };
}
