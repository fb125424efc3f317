import * as z from 'zod/mini';
import {
  CONVERSATION_PAGE,
  type Conversation,
  conversationSchema,
} from '#contract/messaging/conversations.ts';
import { $party } from '../party/party.ts';

const keptSchema = z.array(conversationSchema);

/** The conversations as last stored here (platform spec 3), shown until the server has responded. */
export const readPreviews = (): readonly Conversation[] =>
  keptSchema.safeParse($party.get().readKept('conversations')).data ?? [];

/** Removes the entry if there are no conversations. */
export function keepPreviews(conversations: readonly Conversation[]): void {
  const first = conversations.length > 0 ? conversations.slice(0, CONVERSATION_PAGE) : null;
  $party.get().keep('conversations', first);
}
