import { z } from 'zod';
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
import { photoBody, photoInput } from '../messaging/photo-calls.ts';
import { uploadedPhotoSchema } from '../messaging/photos.ts';

export const listStudioConversations = endpoint({
  base: 'studio',
  method: 'GET',
  path: '/inbox/list',
  summary: 'The conversations of a performer, a page at a time',
  access: 'performer',
  input: conversationListInput,
  output: conversationListSchema,
  errors: ['badRequest.notFound'],
});

export const readStudioConversation = endpoint({
  base: 'studio',
  method: 'GET',
  path: '/inbox/{conversationId}',
  summary: 'Messages of a performer’s conversation, a page at a time; the first covers all that is unread',
  access: 'performer',
  input: historyInput,
  output: openedConversationSchema,
  errors: ['badRequest.notFound'],
});

export const readLaterStudioMessages = endpoint({
  base: 'studio',
  method: 'GET',
  path: '/inbox/{conversationId}/later',
  summary: 'Messages after a sequence number: closes the gap of a reconnect',
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
    'Sends a private message to a member; the first, to `new`, only to one who has the performer as a favourite',
  access: 'performer',
  input: sentMessageSchema.safeExtend({
    conversationId: z.union([z.literal(NEW_CONVERSATION), conversationIdSchema]),
    /** For `new`. */
    memberId: rowId.optional(),
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
  summary: 'Takes a photo, as the body, for a private message; one that no message uses within a day is gone',
  access: 'performer',
  body: photoBody,
  input: photoInput,
  output: uploadedPhotoSchema,
  errors: [
    'badRequest.notFound',
    'badRequest.image.notAllowed',
    'badRequest.image.damaged',
    'badRequest.image.tooBig',
  ],
});

export const markStudioMessageRead = endpoint({
  base: 'studio',
  method: 'PUT',
  path: '/inbox/message/read/{id}',
  summary: 'Marks a message, and all before it in its conversation, as read',
  access: 'performer',
  input: z.object({ id: messageIdSchema }),
  output: z.object({ unread: z.number().int() }),
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
    'Archives, marks, mutes, blocks or deletes a conversation for the performer alone; may be repeated',
  access: 'performer',
  input: stateInput,
  output: done,
  errors: ['badRequest.notFound'],
});
