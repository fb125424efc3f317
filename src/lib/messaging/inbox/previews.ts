import { z } from 'zod';
import {
  CONVERSATION_PAGE,
  type Conversation,
  conversationSchema,
} from '#contract/messaging/conversations.ts';
import { $session } from '../../member/account/store.ts';
import { keepMessages, readMessages } from '../../shell/kept/messages.ts';

/** Whose messages this browser keeps; null for a guest. */
export function ownerOf(): string | null {
  const session = $session.get();
  return session.status === 'member' ? session.email : null;
}

const keptSchema = z.array(conversationSchema);

/** The conversations as they were last seen here (platform spec 3), until the server has answered. */
export function readPreviews(): readonly Conversation[] {
  const owner = ownerOf();
  return owner === null ? [] : (keptSchema.safeParse(readMessages('conversations', owner)).data ?? []);
}

/** Of who has no conversation nothing is kept. */
export function keepPreviews(conversations: readonly Conversation[]): void {
  const owner = ownerOf();
  if (owner === null) return;
  const first = conversations.length > 0 ? conversations.slice(0, CONVERSATION_PAGE) : null;
  keepMessages('conversations', owner, first);
}
