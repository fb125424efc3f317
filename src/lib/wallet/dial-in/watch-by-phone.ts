import { $offer, $stream } from '../../chat/session/offer.ts';
import { endChat, joinChat } from '../../chat/session/session.ts';
import { $chat } from '../../chat/session/store.ts';

/** The minutes of the call run: what it pays for begins at once, where it can be watched. */
export function watchByPhone(): void {
  const chat = $chat.get();
  // Free chat begins anew by itself, without the limit of a guest.
  if (chat.status === 'watching' && chat.as === 'guest') endChat('chat-switch');
  else if ($offer.get() === 'phone') void joinChat($stream.get().username);
}

/** The server ends the chat as well; whichever is first. */
export function stopByPhone(): void {
  const chat = $chat.get();
  if (chat.status === 'watching' && chat.as === 'phone') endChat('dialin_stopped');
}
