import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { count, done, nonNude, rowId } from '../fields.ts';
import { receiptSchema, reportInput } from '../safety/report-calls.ts';
import {
  conversationListInput,
  conversationListSchema,
  SUGGESTION_PAGE,
  stateInput,
  suggestionSchema,
} from './conversations.ts';
import { conversationIdSchema } from './messages.ts';

export const listConversations = endpoint({
  base: 'messaging',
  method: 'GET',
  path: '/inbox/list',
  summary: 'The conversations of a member, a page at a time',
  access: 'member',
  input: conversationListInput.extend({ nonNude }),
  output: conversationListSchema,
  errors: ['badRequest.notFound'],
});

export const countUnread = endpoint({
  base: 'messaging',
  method: 'GET',
  path: '/inbox/count-unread',
  summary: 'How many messages a member has not read',
  access: 'member',
  input: z.object({}),
  output: z.object({ unread: z.number().int() }),
  errors: ['badRequest.notFound'],
});

export const setConversationState = endpoint({
  base: 'messaging',
  method: 'PUT',
  path: '/inbox/state/{state}',
  summary: 'Archives, marks, mutes, blocks or deletes a conversation for the caller alone; may be repeated',
  access: 'member',
  input: stateInput,
  output: done,
  errors: ['badRequest.notFound'],
});

export const suggestRecipients = endpoint({
  base: 'messaging',
  method: 'GET',
  path: '/inbox/suggestion-list/{type}',
  summary:
    'Performers whom a member may write to: favourites, or those whose name starts with three letters or more',
  access: 'member',
  input: z.object({
    type: z.enum(['favourites', 'models']),
    username: z.string().max(64).default(''),
    limit: count.max(50).default(SUGGESTION_PAGE),
    page: z.coerce.number().int().min(0).max(10_000).default(0),
    nonNude,
  }),
  output: z.object({ result: z.array(suggestionSchema) }),
  errors: ['badRequest.notFound'],
});

export const readRecipient = endpoint({
  base: 'messaging',
  method: 'GET',
  path: '/inbox/recipient/{performerId}',
  summary: 'Who a performer is for a conversation that may not be there yet',
  access: 'member',
  input: z.object({ performerId: rowId, nonNude }),
  output: suggestionSchema,
  errors: ['badRequest.notFound', 'badRequest.performer.notExists'],
});

export const reportConversation = endpoint({
  base: 'messaging',
  method: 'POST',
  path: '/inbox/{conversationId}/report',
  summary: 'Reports a conversation, with its last messages, to the operator',
  access: 'member',
  input: reportInput.extend({ conversationId: conversationIdSchema }),
  output: receiptSchema,
  errors: ['badRequest.notFound'],
});
