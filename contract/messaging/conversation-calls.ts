import * as z from 'zod/mini';
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

/** The requested part of a conversation. */
export const historyInput = z.object({
  conversationId: conversationIdSchema,
  /** 1 is the newest; if more messages are unread, it has them as well, up to `MESSAGES_AT_ONCE`. */
  page: z._default(count.check(z.maximum(1_000_000)), 1),
  limit: z._default(count.check(z.maximum(100)), MESSAGE_PAGE),
  /** From the first page. */
  top: z.optional(seqSchema),
});

export const readConversation = endpoint({
  base: 'messaging',
  method: 'GET',
  path: '/inbox/{conversationId}',
  summary:
    'Returns a page of a conversation’s messages; the first page is longer if more messages are unread',
  access: 'member',
  input: z.extend(historyInput, { nonNude }),
  output: openedConversationSchema,
  errors: ['badRequest.notFound'],
});

/** Messages after a sequence number: fills the gap after a reconnect. */
export const laterInput = z.object({ conversationId: conversationIdSchema, after: seqSchema });
export const laterSchema = z.object({
  /** Oldest first, at most `MESSAGES_AT_ONCE`. */
  messages: z.array(privateMessageSchema).check(z.maxLength(MESSAGES_AT_ONCE)),
  more: z.boolean(),
});

export const readLaterMessages = endpoint({
  base: 'messaging',
  method: 'GET',
  path: '/inbox/{conversationId}/later',
  summary:
    'Returns the messages of a conversation after a sequence number, to close the gap after a reconnect',
  access: 'member',
  input: laterInput,
  output: laterSchema,
  errors: ['badRequest.notFound'],
});

export const sendPrivateMessage = endpoint({
  base: 'messaging',
  method: 'POST',
  path: '/inbox/{conversationId}',
  summary: 'Sends a private message for credits; the first one to a performer uses the conversation id `new`',
  access: 'member',
  input: z.safeExtend(sentMessageSchema, {
    conversationId: z.union([z.literal(NEW_CONVERSATION), conversationIdSchema]),
    /** Required for a conversation id of `new`. */
    performerId: z.optional(rowId),
  }),
  output: z.object({
    message: privateMessageSchema,
    /** The balance afterwards, in credits. */
    credits: z.int(),
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
  summary: 'Marks a message and all earlier ones of its conversation as read',
  access: 'member',
  input: z.object({ id: messageIdSchema }),
  output: z.object({
    /** Total over all conversations. */
    unread: z.int(),
  }),
  errors: ['badRequest.notFound'],
});

export const markMessageDelivered = endpoint({
  base: 'messaging',
  method: 'PUT',
  path: '/inbox/message/delivered/{id}',
  summary: 'Marks a pushed message and all earlier ones of its conversation as delivered',
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
