import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { done, rowId } from '../fields.ts';
import { historyInput, laterInput, laterSchema } from '../messaging/conversation-calls.ts';
import {
  conversationListInput,
  conversationListSchema,
  openedConversationSchema,
  stateInput,
} from '../messaging/conversations.ts';
import {
  conversationIdSchema,
  messageIdSchema,
  NEW_CONVERSATION,
  privateMessageSchema,
  sentMessageSchema,
} from '../messaging/messages.ts';
import { photoBody, photoInput, uploadedPhotoSchema } from '../messaging/photo-calls.ts';

export const listStudioConversations = endpoint({
  base: 'studio',
  method: 'GET',
  path: '/inbox/list',
  summary: 'Returns a page of a performer’s conversations',
  access: 'performer',
  input: conversationListInput,
  output: conversationListSchema,
  errors: ['badRequest.notFound'],
});

export const readStudioConversation = endpoint({
  base: 'studio',
  method: 'GET',
  path: '/inbox/{conversationId}',
  summary:
    'Returns a page of a conversation’s messages to the performer; the first page is longer if more are unread',
  access: 'performer',
  input: historyInput,
  output: openedConversationSchema,
  errors: ['badRequest.notFound'],
});

export const readLaterStudioMessages = endpoint({
  base: 'studio',
  method: 'GET',
  path: '/inbox/{conversationId}/later',
  summary:
    'Returns the messages of a conversation after a sequence number, to close the gap after a reconnect',
  access: 'performer',
  input: laterInput,
  output: laterSchema,
  errors: ['badRequest.notFound'],
});

export const sendStudioMessage = endpoint({
  base: 'studio',
  method: 'POST',
  path: '/inbox/{conversationId}',
  summary:
    'Sends a private message to a member; the first one uses the id `new` and needs a member who has the performer as a favourite',
  access: 'performer',
  input: z.safeExtend(sentMessageSchema, {
    conversationId: z.union([z.literal(NEW_CONVERSATION), conversationIdSchema]),
    /** Required for a conversation id of `new`. */
    memberId: z.optional(rowId),
  }),
  output: z.object({ message: privateMessageSchema }),
  errors: [
    'badRequest.notFound',
    'badRequest.idempotency.conflict',
    'badRequest.photo.notExists',
    'badRequest.chat.words',
    'badRequest.conversation.blocked',
    'badRequest.conversation.ownBlock',
  ],
});

export const uploadStudioPhoto = endpoint({
  base: 'studio',
  method: 'POST',
  path: '/inbox/photo',
  summary:
    'Stores the photo in the body for a private message; it is deleted if no message uses it within a day',
  access: 'performer',
  body: photoBody,
  input: photoInput,
  output: uploadedPhotoSchema,
  errors: [
    'badRequest.notFound',
    'badRequest.file.refused',
    'badRequest.file.unscanned',
    'badRequest.image.notAllowed',
    'badRequest.image.damaged',
    'badRequest.image.tooBig',
  ],
});

export const markStudioMessageRead = endpoint({
  base: 'studio',
  method: 'PUT',
  path: '/inbox/message/read/{id}',
  summary: 'Marks a message and all earlier ones of its conversation as read',
  access: 'performer',
  input: z.object({ id: messageIdSchema }),
  output: z.object({ unread: z.int() }),
  errors: ['badRequest.notFound'],
});

export const markStudioMessageDelivered = endpoint({
  base: 'studio',
  method: 'PUT',
  path: '/inbox/message/delivered/{id}',
  summary: 'Marks a pushed message and all earlier ones of its conversation as delivered to the performer',
  access: 'performer',
  input: z.object({ id: messageIdSchema }),
  output: done,
  errors: ['badRequest.notFound'],
});

export const sayStudioTyping = endpoint({
  base: 'studio',
  method: 'PUT',
  path: '/inbox/{conversationId}/typing',
  summary: 'Tells the member that the performer is writing',
  access: 'performer',
  input: z.object({ conversationId: conversationIdSchema }),
  output: done,
  errors: ['badRequest.notFound'],
});

export const setStudioConversationState = endpoint({
  base: 'studio',
  method: 'PUT',
  path: '/inbox/state/{state}',
  summary:
    'Archives, mutes, blocks or deletes a conversation or makes it a favourite, for the performer only; idempotent',
  access: 'performer',
  input: stateInput,
  output: done,
  errors: ['badRequest.notFound'],
});
