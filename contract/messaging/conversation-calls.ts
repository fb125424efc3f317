import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { count, done, nonNude, rowId } from '../fields.ts';
import { openedConversationSchema } from './conversations.ts';
import {
  conversationIdSchema,
  MESSAGE_PAGE,
  MESSAGES_AT_ONCE,
  messageIdSchema,
  NEW_CONVERSATION,
  privateMessageSchema,
  sentMessageSchema,
  seqSchema,
} from './messages.ts';

/** Which part of a conversation. */
export const historyInput = z.object({
  conversationId: conversationIdSchema,
  /** 1 is the newest; it may hold more messages than `limit`, so that all unread ones are on it. */
  page: count.max(1_000_000).default(1),
  limit: count.max(100).default(MESSAGE_PAGE),
  /** As the first page told. */
  top: seqSchema.optional(),
});

export const readConversation = endpoint({
  base: 'messaging',
  method: 'GET',
  path: '/inbox/{conversationId}',
  summary: 'Messages of a conversation, a page at a time; the first covers all that is unread',
  access: 'member',
  input: historyInput.extend({ nonNude }),
  output: openedConversationSchema,
  errors: ['badRequest.notFound'],
});

/** What came after a number: closes the gap of a reconnect. */
export const laterInput = z.object({ conversationId: conversationIdSchema, after: seqSchema });
export const laterSchema = z.object({
  /** Oldest first, at most `MESSAGES_AT_ONCE`. */
  messages: z.array(privateMessageSchema).max(MESSAGES_AT_ONCE),
  more: z.boolean(),
});

export const readLaterMessages = endpoint({
  base: 'messaging',
  method: 'GET',
  path: '/inbox/{conversationId}/later',
  summary: 'Messages after a sequence number: closes the gap of a reconnect',
  access: 'member',
  input: laterInput,
  output: laterSchema,
  errors: ['badRequest.notFound'],
});

export const sendPrivateMessage = endpoint({
  base: 'messaging',
  method: 'POST',
  path: '/inbox/{conversationId}',
  summary: 'Sends a private message, for credits; the first to a performer goes to `new`',
  access: 'member',
  input: sentMessageSchema.safeExtend({
    conversationId: z.union([z.literal(NEW_CONVERSATION), conversationIdSchema]),
    /** For `new`. */
    performerId: rowId.optional(),
  }),
  output: z.object({
    message: privateMessageSchema,
    /** The balance afterwards, in credits. */
    credits: z.number().int(),
  }),
  errors: [
    'badRequest.notFound',
    'badRequest.performer.notExists',
    'badRequest.performer.removed',
    'badRequest.deduct.credits.amount',
    'badRequest.limit.reached',
    'badRequest.limit.coolOff',
    'badRequest.debt.open',
    'badRequest.idempotency.conflict',
    'badRequest.photo.notExists',
    'badRequest.chat.words',
    'badRequest.conversation.blocked',
    'badRequest.conversation.ownBlock',
  ],
});

export const markMessageRead = endpoint({
  base: 'messaging',
  method: 'PUT',
  path: '/inbox/message/read/{id}',
  summary: 'Marks a message, and all before it in its conversation, as read',
  access: 'member',
  input: z.object({ id: messageIdSchema }),
  output: z.object({
    /** Of all conversations. */
    unread: z.number().int(),
  }),
  errors: ['badRequest.notFound'],
});

export const markMessageDelivered = endpoint({
  base: 'messaging',
  method: 'PUT',
  path: '/inbox/message/delivered/{id}',
  summary: 'Tells that a pushed message, and all before it, arrived at the caller’s page',
  access: 'member',
  input: z.object({ id: messageIdSchema }),
  output: done,
  errors: ['badRequest.notFound'],
});

export const sayTyping = endpoint({
  base: 'messaging',
  method: 'PUT',
  path: '/inbox/{conversationId}/typing',
  summary: 'Tells the other side that the caller is writing',
  access: 'member',
  input: z.object({ conversationId: conversationIdSchema }),
  output: done,
  errors: ['badRequest.notFound'],
});
