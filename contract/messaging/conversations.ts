import * as z from 'zod/mini';
import { count, rowId } from '../fields.ts';
import { snapshotSchema } from '../image.ts';
import { onlineStatusSchema } from '../performers/status.ts';
import { messageOwnerSchema, messageTypeSchema, privateMessageSchema, type Side } from './messages.ts';

/** Conversations per page of the list. */
export const CONVERSATION_PAGE = 50;
export const MAX_CONVERSATION_PAGE = 200;

/** Suggested recipients per page (platform spec 9). */
export const SUGGESTION_PAGE = 10;

/**
 * (platform spec 3) `unanswered`: the last message is from the other side; `answered`: from the caller; `models`: with
 * performers who are on the air now. `all` leaves out `archived`.
 */
export const conversationFilters = [
  'all',
  'unanswered',
  'answered',
  'favourites',
  'models',
  'archived',
] as const;
export const conversationFilterSchema = z.enum(conversationFilters);
export type ConversationFilter = z.infer<typeof conversationFilterSchema>;

/** (platform spec 3) `favourited`: favourites of the other side come first. */
export const conversationSorts = ['interaction', 'favourited'] as const;
export const conversationSortSchema = z.enum(conversationSorts);
export type ConversationSort = z.infer<typeof conversationSortSchema>;

/** Each state and its opposite. The next message unarchives a conversation. */
export const conversationStates = [
  'archive',
  'unarchive',
  'favorite',
  'unfavorite',
  'mute',
  'unmute',
  'block',
  'unblock',
  'delete',
] as const;
export const conversationStateSchema = z.enum(conversationStates);
export type ConversationState = z.infer<typeof conversationStateSchema>;

/** Members and performers are numbered separately; this id is unique across both sides. */
export const messagingId = (side: Side, id: number): string => `${side}:${id}`;

export const participantSchema = z.object({
  /** See `messagingId`. */
  id: z.string(),
  userid: z.int(),
  username: z.string(),
  /** Set for performers. */
  avatar: z.nullable(snapshotSchema),
  onlineStatus: z.nullable(onlineStatusSchema),
});
export type Participant = z.infer<typeof participantSchema>;

export const conversationSchema = z.object({
  id: z.int(),
  createdAt: z.string(),
  /** Time of the last message. */
  updatedAt: z.string(),
  self: participantSchema,
  other: participantSchema,
  unread: z.int(),
  archived: z.boolean(),
  deleted: z.boolean(),
  favorite: z.boolean(),
  muted: z.boolean(),
  /** Blocked by the caller. A block by the other side is not revealed before a message is sent. */
  blocked: z.boolean(),
  /** The last message; null if all are deleted. */
  message: z.nullable(
    z.object({
      seq: z.int(),
      type: messageTypeSchema,
      /** Empty if there is only a photo: the page has words for it. */
      content: z.string(),
      owner: messageOwnerSchema,
      createdAt: z.string(),
    }),
  ),
  /** Number of paid messages without an answer, for performers; else 0. */
  unanswered: z.int(),
});
export type Conversation = z.infer<typeof conversationSchema>;

export const conversationListInput = z.object({
  filter: z._default(conversationFilterSchema, 'all'),
  sort: z._default(conversationSortSchema, 'interaction'),
  /** Prefix of the other side's username, in any case. */
  query: z._default(z.string().check(z.maxLength(64)), ''),
  page: z._default(count.check(z.maximum(10_000)), 1),
  limit: z._default(count.check(z.maximum(MAX_CONVERSATION_PAGE)), CONVERSATION_PAGE),
});

export const conversationListSchema = z.object({
  conversations: z.array(conversationSchema),
  total: z.int(),
  /** Total over all conversations, whatever the filter. */
  unread: z.int(),
});

export const openedConversationSchema = z.object({
  id: z.int(),
  other: participantSchema,
  /** Oldest first. */
  messages: z.array(privateMessageSchema),
  /** Null if there are no older messages. */
  nextPage: z.nullable(z.int()),
  /** Earlier pages are counted from here. Send it back with the next page, so that new messages shift nothing. */
  top: z.int(),
  unread: z.int(),
  /** The caller has read messages up to here. */
  readSeq: z.int(),
  /** How far the other side has received and read, including messages on other pages. */
  theirs: z.object({ delivered: z.int(), read: z.int() }),
});

export const suggestionSchema = z.extend(participantSchema, {
  /** Null before the first conversation. */
  conversation: z.nullable(z.int()),
});

export const stateInput = z.object({ id: rowId, state: conversationStateSchema });
