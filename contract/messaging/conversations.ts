import { z } from 'zod';
import { count, rowId } from '../fields.ts';
import { snapshotSchema } from '../media/image.ts';
import { onlineStatusSchema } from '../performers/status.ts';
import { messageOwnerSchema, messageTypeSchema, privateMessageSchema, type Side } from './messages.ts';

/** Conversations of one page of the list. */
export const CONVERSATION_PAGE = 50;
export const MAX_CONVERSATION_PAGE = 200;

/** Suggestions of whom to write to (platform spec 9). */
export const SUGGESTION_PAGE = 10;

/**
 * (platform spec 3) `unanswered`: the other side had the last word; `answered`: the caller had; `models`: with performers
 * who are on the air now; `archived` is not among `all`.
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

/** (platform spec 3) `favourited`: those that the other side has among its favourites come first. */
export const conversationSorts = ['interaction', 'favourited'] as const;
export const conversationSortSchema = z.enum(conversationSorts);
export type ConversationSort = z.infer<typeof conversationSortSchema>;

/** Each with its opposite. An archived conversation comes back with the next message. */
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

/** Members and performers have numbers of their own; this id is unlike those of the other side. */
export const messagingId = (side: Side, id: number): string => `${side}:${id}`;

export const participantSchema = z.object({
  /** The messaging id. */
  id: z.string(),
  userid: z.number().int(),
  username: z.string(),
  /** Of performers. */
  avatar: snapshotSchema.nullable(),
  onlineStatus: onlineStatusSchema.nullable(),
});
export type Participant = z.infer<typeof participantSchema>;

export const conversationSchema = z.object({
  id: z.number().int(),
  createdAt: z.string(),
  /** When the last message came. */
  updatedAt: z.string(),
  self: participantSchema,
  other: participantSchema,
  unread: z.number().int(),
  archived: z.boolean(),
  deleted: z.boolean(),
  favorite: z.boolean(),
  muted: z.boolean(),
  /** By the caller. What the other side blocks is not told before a message is sent. */
  blocked: z.boolean(),
  /** The last message; null where all were deleted. */
  message: z
    .object({
      seq: z.number().int(),
      type: messageTypeSchema,
      /** Empty where a photo says it all: the page has words for it. */
      content: z.string(),
      owner: messageOwnerSchema,
      createdAt: z.string(),
    })
    .nullable(),
  /** Paid messages that no answer followed; for performers, else 0. */
  unanswered: z.number().int(),
});
export type Conversation = z.infer<typeof conversationSchema>;

export const conversationListInput = z.object({
  filter: conversationFilterSchema.default('all'),
  sort: conversationSortSchema.default('interaction'),
  /** Usernames of the other side that start with it, in whatever capitals. */
  query: z.string().max(64).default(''),
  page: count.max(10_000).default(1),
  limit: count.max(MAX_CONVERSATION_PAGE).default(CONVERSATION_PAGE),
});

export const conversationListSchema = z.object({
  conversations: z.array(conversationSchema),
  total: z.number().int(),
  /** Of all conversations, whatever the filter. */
  unread: z.number().int(),
});

export const openedConversationSchema = z.object({
  id: z.number().int(),
  other: participantSchema,
  /** Oldest first. */
  messages: z.array(privateMessageSchema),
  /** Null where there is nothing older. */
  nextPage: z.number().int().nullable(),
  /** Pages before this one are counted from here: it is handed in again for the next, so that new messages shift nothing. */
  top: z.number().int(),
  unread: z.number().int(),
  /** Messages up to here were read by the caller. */
  readSeq: z.number().int(),
  /** How far the other side has received and read: of messages that are not on this page, too. */
  theirs: z.object({ delivered: z.number().int(), read: z.number().int() }),
});

export const suggestionSchema = participantSchema.extend({
  /** Null where there is none yet. */
  conversation: z.number().int().nullable(),
});

export const stateInput = z.object({ id: rowId, state: conversationStateSchema });
