import * as z from 'zod/mini';
import {
  CONVERSATION_PAGE,
  type Conversation,
  conversationSchema,
} from '#contract/messaging/conversations.ts';
import { keepMessages, readMessages } from '../../shell/kept/messages.ts';
import { $session } from '../../shell/session.ts';

/** The member whose messages this browser keeps; null for a guest. */
export function ownerOf(): string | null {
  const session = $session.get();
  return session.status === 'member' ? session.email : null;
}

const keptSchema = z.array(conversationSchema);

/** The conversations as last stored here (platform spec 3), shown until the server has responded. */
export function readPreviews(): readonly Conversation[] {
  const owner = ownerOf();
  return owner === null ? [] : (keptSchema.safeParse(readMessages('conversations', owner)).data ?? []);
}

/** Removes the entry if there are no conversations. */
export function keepPreviews(conversations: readonly Conversation[]): void {
  const owner = ownerOf();
  if (owner === null) return;
  const first = conversations.length > 0 ? conversations.slice(0, CONVERSATION_PAGE) : null;
  keepMessages('conversations', owner, first);
}
