import { atom } from 'nanostores';
import { labelOf } from '#contract/errors.ts';
import type { Conversation, Participant } from '#contract/messaging/conversations.ts';
import { suggestRecipients } from '#contract/messaging/inbox-calls.ts';
import { matchesName } from '#contract/performers/directory/search.ts';
import { call } from '../api/call.ts';
import { log } from '../shell/log.ts';
import { type Inbox, SEARCH_FROM } from './inbox/inbox.ts';

/** Performers a member can start a conversation with: found by name, or favourites. */
export const $suggestions = atom<readonly Participant[]>([]);

/** ms without a keystroke before the server is asked. */
const PAUSE_MS = 250;

/** The name to search for; empty for favourites, if there is no conversation yet; null for no suggestions. */
export function suggestedBeside({ query, status, total, filter }: Inbox): string | null {
  const name = query.trim();
  if (name.length >= SEARCH_FROM) return name;
  return name === '' && status === 'ready' && total === 0 && filter === 'all' ? '' : null;
}

/** Returns a stop function. */
export function suggest(name: string | null): () => void {
  let isWanted = name !== null;
  const ask = async (username: string) => {
    const type = username === '' ? 'favourites' : 'models';
    const { result } = await call(suggestRecipients, { type, username });
    if (isWanted) $suggestions.set(result.filter(({ conversation }) => conversation === null));
  };
  const begin = () =>
    void ask(name ?? '').catch((error: unknown) => log.info('Suggestions could not be read', labelOf(error)));
  const timer = isWanted ? setTimeout(begin, name === '' ? 0 : PAUSE_MS) : undefined;
  return () => {
    isWanted = false;
    clearTimeout(timer);
    $suggestions.set([]);
  };
}

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
