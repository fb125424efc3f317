import { playerConfigSchema } from '@vonk/media';
import * as z from 'zod/mini';
import { CUT_MINUTES } from '../chat/sanctions.ts';
import { chatTypeSchema, cutGroundSchema } from '../chat/session.ts';
import { endpoint } from '../endpoint.ts';
import { done, moment } from '../fields.ts';
import { factsField, groundSchema } from '../safety/decisions.ts';
import { reasonField } from './log-calls.ts';

/** How a room on the wall is used now. */
export const wallModes = ['free', 'paid', 'vip', 'paused'] as const;
export type WallMode = (typeof wallModes)[number];

/** Pictures that one wall may ask for at once: the tiles of a large screen. */
export const SEEN_MAX = 80;
/** ms between two calls of a wall. */
export const WALL_EVERY_MS = 3000;
/** ms after which a picture on a screen is taken again: with a call and the sweep it is at most 10 s old. */
export const WALL_PICTURE_MS = 6000;

/** Only public streams have a picture on the wall: a show is opened on purpose, and nobody sees a paused performer. */
export const hasWallPicture = (mode: WallMode): boolean => mode === 'free' || mode === 'paid';

interface Attention {
  readonly id: number;
  readonly viewers: number;
  readonly isNew: boolean;
  readonly reports: number;
  readonly isUrgent: boolean;
}

const rankOf = ({ isUrgent, reports, isNew }: Attention): number =>
  isUrgent ? 3 : reports > 0 ? 2 : isNew ? 1 : 0;

/** Urgent reports first, then the most reports, then new performers, then the most viewers. */
export const byAttention = (one: Attention, other: Attention): number =>
  rankOf(other) - rankOf(one) ||
  other.reports - one.reports ||
  other.viewers - one.viewers ||
  one.id - other.id;

/** A stream’s picture on the wall, as WebP: `?performer=` and `?version=`. */
export const WALL_PICTURE_FILE = '/api/desk/wall-picture';

const moderators = { base: 'desk', access: 'operator', roles: ['moderator'] } as const;
const performer = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647));
const roomSchema = z.object({
  id: z.int(),
  name: z.string(),
  mode: z.enum(wallModes),
  viewers: z.int(),
  /** Her first session, or else her account, is less than a week old. */
  isNew: z.boolean(),
  /** Reports in the open case about the performer; 0 without one. */
  reports: z.int(),
  isUrgent: z.boolean(),
  /** The open case. */
  case: z.nullable(z.int()),
  /** Version of the picture for WALL_PICTURE_FILE; null while there is none. */
  picture: z.nullable(z.string()),
});
export type WallRoom = z.infer<typeof roomSchema>;

const seen = z.string().check(z.regex(/^(\d{1,10}(,\d{1,10})*)?$/), z.maxLength(SEEN_MAX * 11));

export const readWall = endpoint({
  ...moderators,
  method: 'GET',
  path: '/live',
  summary:
    'Returns the rooms that are on, or what has changed in them since a version; keeps the pictures of the named ones fresh',
  input: z.object({
    /** Of the last answer. */
    version: z._default(z.string().check(z.maxLength(40)), ''),
    /** Ids of the performers whose tiles are on the screen, with commas. */
    seen: z._default(seen, ''),
  }),
  output: z.object({
    version: z.string(),
    /** False if `rooms` has only those that are new or have changed since the given version. */
    isWhole: z.boolean(),
    rooms: z.array(roomSchema),
    /** Ids of the rooms that have gone off since then. */
    gone: z.array(z.int()),
  }),
  errors: [],
});

const lineSchema = z.object({
  id: z.string(),
  sender: z.string(),
  message: z.string(),
  /** Written in the running show. */
  isOfShow: z.boolean(),
  at: moment,
});
export type WatchedLine = z.infer<typeof lineSchema>;

const viewerSchema = z.object({
  session: z.string(),
  name: z.string(),
  /** Null for a guest. */
  memberId: z.nullable(z.int()),
  type: chatTypeSchema,
  /** Paid minutes that have begun. */
  minutes: z.int(),
  joinedAt: moment,
});
export type WatchedViewer = z.infer<typeof viewerSchema>;

export const readLiveRoom = endpoint({
  ...moderators,
  method: 'GET',
  path: '/live/{performer}',
  summary:
    'Returns a room with its viewers, its public chat and its open case; the chat of a show once the operator has opened it',
  input: z.object({ performer }),
  output: z.object({
    id: z.int(),
    name: z.string(),
    /** Null while offline. */
    mode: z.nullable(z.enum(wallModes)),
    liveSince: z.nullable(moment),
    isNew: z.boolean(),
    /** Name of the member of the running show. */
    show: z.nullable(z.string()),
    /** Whether the operator has opened the running show, or the public stream before. */
    isOpened: z.boolean(),
    case: z.nullable(z.object({ id: z.int(), reports: z.int(), isUrgent: z.boolean() })),
    /** The stream is cut; `until` is null if an operator has to allow it again. */
    cut: z.nullable(z.object({ ground: z.nullable(cutGroundSchema), until: z.nullable(moment) })),
    viewers: z.array(viewerSchema),
    /** Oldest first. */
    messages: z.array(lineSchema),
  }),
  errors: ['badRequest.performer.notExists'],
});
export type LiveRoom = z.infer<typeof readLiveRoom.output>;

export const openStream = endpoint({
  ...moderators,
  method: 'POST',
  path: '/live/{performer}/open',
  summary: 'Records that the operator opens a stream or a show to watch it unseen; a show needs a reason',
  input: z.object({ performer, reason: z.optional(reasonField) }),
  output: done,
  errors: ['badRequest.performer.notExists', 'badRequest.performer.offline', 'badRequest.invalid.input'],
});

export const playStream = endpoint({
  ...moderators,
  method: 'GET',
  path: '/live/{performer}/player',
  summary: 'Returns how the operator plays the opened stream; the token is valid for a minute',
  input: z.object({ performer }),
  output: playerConfigSchema,
  errors: ['badRequest.notFound', 'badRequest.media.unavailable'],
});

/** Minutes for which it lasts: at most 30 days. */
const minutesField = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(43_200));

/** Both or none: what is on now is cut first, and explained within ten minutes (`explainDecision`). */
const wordsFields = { ground: z.optional(groundSchema), facts: z.optional(factsField) };

export const cutStream = endpoint({
  ...moderators,
  method: 'PUT',
  path: '/live/{performer}/cut',
  summary: 'Ends a stream and all its chats, and keeps the performer offline; the reasons may follow',
  input: z.object({
    performer,
    /** What she and the viewers read at once. */
    notice: z._default(cutGroundSchema, 'rules'),
    /** Null: until an operator allows it again. */
    minutes: z._default(z.nullable(minutesField), CUT_MINUTES),
    ...wordsFields,
    reason: reasonField,
  }),
  output: done,
  errors: ['badRequest.performer.notExists', 'badRequest.invalid.input'],
});

export const allowStream = endpoint({
  ...moderators,
  method: 'PUT',
  path: '/live/{performer}/allow',
  summary: 'Lets a performer whose stream was cut go live again',
  input: z.object({ performer, reason: reasonField }),
  output: done,
  errors: ['badRequest.performer.notExists', 'badRequest.notFound'],
});

export const cutViewer = endpoint({
  ...moderators,
  method: 'PUT',
  path: '/live/{performer}/viewers/{session}/cut',
  summary: 'Ends the chats of one viewer in a room and keeps the viewer out of it; the reasons may follow',
  input: z.object({
    performer,
    session: z.string().check(z.minLength(1), z.maxLength(100)),
    /** What the viewer and the performer read at once. */
    notice: z._default(cutGroundSchema, 'rules'),
    minutes: z._default(minutesField, CUT_MINUTES),
    ...wordsFields,
    reason: reasonField,
  }),
  output: done,
  errors: ['badRequest.notFound'],
});
