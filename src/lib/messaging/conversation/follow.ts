import { $party } from '../party/party.ts';
import { type Thread, withOwnRead, withTheirDelivery, withTheirRead } from './thread.ts';

interface Following {
  change(how: (thread: Thread) => Thread): void;
  onTyping(): void;
}

/** Follows a conversation's marks, of both sides (platform spec 4). Returns a stop function. */
export function followConversation(id: number, { change, onTyping }: Following): () => void {
  const { on } = $party.get().socket;
  const stops = [
    on(`message-read-${id}`, ({ reader, seq }) =>
      change((thread) => (reader === 'self' ? withOwnRead(thread, seq) : withTheirRead(thread, seq))),
    ),
    on(`message-delivered-${id}`, ({ seq }) => change((thread) => withTheirDelivery(thread, seq))),
    on(`message-typing-${id}`, onTyping),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
