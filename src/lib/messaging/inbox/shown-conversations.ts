import type { Conversation } from '#contract/messaging/conversations.ts';
import { matchesName } from '#contract/performers/search.ts';

interface Searched {
  readonly conversations: readonly Conversation[];
  readonly query: string;
}

/**
 * (platform spec 5) The loaded conversations whose name, or a word of it, starts with the query. Apart from the inbox,
 * which every page of a member loads.
 */
export const shownOf = ({ conversations, query }: Searched): readonly Conversation[] =>
  query.trim() === ''
    ? conversations
    : conversations.filter(({ other }) => matchesName(other.username, query));
