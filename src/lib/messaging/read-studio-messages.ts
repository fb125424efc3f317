import { labelOf } from '#contract/errors.ts';
import { listStudioConversations, readStudioConversation } from '#contract/studio/inbox-calls.ts';
import { idIn } from '#contract/whole-number.ts';
import { type CallOptions, call } from '../api/call.ts';
import type { FirstConversation } from './messenger.ts';

/** A performer's conversation by the id in the URL; null if she has none with it. */
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
