import { labelOf } from '#contract/errors.ts';
import { readConversation } from '#contract/messaging/conversation-calls.ts';
import { type Conversation, MAX_CONVERSATION_PAGE } from '#contract/messaging/conversations.ts';
import { listConversations, readRecipient } from '#contract/messaging/inbox-calls.ts';
import { listStudioConversations, readStudioConversation } from '#contract/studio/inbox-calls.ts';
import { idIn } from '#contract/wallet/whole-number.ts';
import { type CallOptions, call } from '../api/call.ts';
import { findProfile } from '../performers/profile/open-profile.ts';
import type { ListAnswer } from './inbox/list.ts';
import type { FirstConversation } from './messenger.ts';

/** The first page of the list. Null if the API is unreachable: the page then reads it itself. */
export const readFirstList = (options: CallOptions): Promise<ListAnswer | null> =>
  call(listConversations, {}, options).catch((error: unknown) => {
    if (labelOf(error) === 'UNAVAILABLE') return null;
    throw error;
  });

/** The conversation with a performer, by id; null for an unknown one. */
export async function readFirstConversation(
  performerId: number,
  options: CallOptions,
): Promise<FirstConversation | null> {
  try {
    const { conversation, ...other } = await call(readRecipient, { performerId }, options);
    if (conversation === null) return { id: null, other, first: null };
    return await opened({ id: conversation, other }, options);
  } catch (error) {
    if (labelOf(error) === 'badRequest.performer.notExists') return null;
    throw error;
  }
}

/** By the username in the URL. A former performer may still have a conversation. */
export async function findConversation(
  username: string | undefined,
  options: CallOptions,
): Promise<FirstConversation | null> {
  const profile = await findProfile(username, options).catch((error: unknown) => {
    if (labelOf(error) === 'badRequest.performer.removed') return null;
    throw error;
  });
  if (profile) return readFirstConversation(profile.user, options);
  const known = username === undefined ? undefined : await findByName(username, options);
  return known ? opened(known, options) : null;
}

async function findByName(username: string, options: CallOptions): Promise<Conversation | undefined> {
  const name = username.toLowerCase();
  for (const filter of ['all', 'archived'] as const) {
    const wanted = { filter, query: username.slice(0, 64), limit: MAX_CONVERSATION_PAGE };
    const { conversations } = await call(listConversations, wanted, options);
    const found = conversations.find(({ other }) => other.username.toLowerCase() === name);
    if (found) return found;
  }
  return undefined;
}

async function opened(
  { id, other }: Pick<Conversation, 'id' | 'other'>,
  options: CallOptions,
): Promise<FirstConversation> {
  const first = await call(readConversation, { conversationId: id }, options);
  return { id, other, first };
}

/** A performer's conversation by the id in the URL; null without such a conversation. */
export async function findStudioConversation(
  id: string,
  options: CallOptions,
): Promise<FirstConversation | null> {
  const conversationId = idIn(id);
  if (conversationId === 0) return null;
  try {
    const first = await call(readStudioConversation, { conversationId }, options);
    return { id: first.id, other: first.other, first };
  } catch (error) {
    if (labelOf(error) === 'badRequest.notFound') return null;
    throw error;
  }
}

/** The first page of her list. */
export const readStudioList = (options: CallOptions) => call(listStudioConversations, {}, options);
