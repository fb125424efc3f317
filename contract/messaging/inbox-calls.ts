import * as z from 'zod/mini';
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
  summary: 'Returns a page of a member’s conversations',
  access: 'member',
  input: z.extend(conversationListInput, { nonNude }),
  output: conversationListSchema,
  errors: ['badRequest.notFound'],
});

export const countUnread = endpoint({
  base: 'messaging',
  method: 'GET',
  path: '/inbox/count-unread',
  summary: 'Returns the number of messages that a member has not read',
  access: 'member',
  input: z.object({}),
  output: z.object({ unread: z.int() }),
  errors: ['badRequest.notFound'],
});

export const setConversationState = endpoint({
  base: 'messaging',
  method: 'PUT',
  path: '/inbox/state/{state}',
  summary:
    'Archives, mutes, blocks or deletes a conversation or makes it a favourite, for the caller only; idempotent',
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
    'Returns performers whom a member may write to: favourites, or names that start with at least three given letters',
  access: 'member',
  input: z.object({
    type: z.enum(['favourites', 'models']),
    username: z._default(z.string().check(z.maxLength(64)), ''),
    limit: z._default(count.check(z.maximum(50)), SUGGESTION_PAGE),
    page: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(10_000)), 0),
    nonNude,
  }),
  output: z.object({ result: z.array(suggestionSchema) }),
  errors: ['badRequest.notFound'],
});

export const readRecipient = endpoint({
  base: 'messaging',
  method: 'GET',
  path: '/inbox/recipient/{performerId}',
  summary: 'Returns a performer as the recipient of a message, with their conversation if there is one',
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
  input: z.extend(reportInput, { conversationId: conversationIdSchema }),
  output: receiptSchema,
  errors: ['badRequest.notFound', 'badRequest.report.slowed'],
});
