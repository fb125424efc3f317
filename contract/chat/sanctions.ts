import * as z from 'zod/mini';
import { trimBlank } from '../input.ts';
import type { CutGround } from './session.ts';

/** A performer's sanctions against a viewer: silence, exclude for a while, exclude permanently. */
export const sanctionKinds = ['mute', 'kick', 'block'] as const;
export const sanctionKindSchema = z.enum(sanctionKinds);
export type SanctionKind = z.infer<typeof sanctionKindSchema>;

/** Default duration in minutes; null lasts until it is undone. */
export const sanctionMinutes = { mute: 10, kick: 10, block: null } as const satisfies Record<
  SanctionKind,
  number | null
>;

/** One year. A longer sanction has no end. */
const MINUTES_MAX = 525_600;
export const sanctionMinutesSchema = z.nullable(z.int().check(z.minimum(1), z.maximum(MINUTES_MAX)));

/** Seconds between two messages of one member; null without slow mode. */
export const SLOW_SECONDS = 5;
export const slowSecondsSchema = z.nullable(z.int().check(z.minimum(3), z.maximum(120)));

/** Number and length of the words on a performer's own list. */
export const ROOM_WORDS_MAX = 100;
const wordSchema = z.string().check(z.overwrite(trimBlank), z.minLength(2), z.maxLength(40));
export const roomWordsSchema = z.array(wordSchema).check(z.maxLength(ROOM_WORDS_MAX));

/** Rules of the room for its chat, and what they mean for one viewer. */
export const voiceSchema = z.object({
  slowSeconds: slowSecondsSchema,
  muted: z.boolean(),
  /** ms until the mute ends; null for a permanent one, and while not muted. */
  mutedMs: z.nullable(z.int()),
  /** Whether the viewer is a moderator of the room: slow mode does not apply. */
  isModerator: z.boolean(),
  /** Names of the room's moderators, whose messages are marked. */
  moderators: z.array(z.string()),
});
export type Voice = z.infer<typeof voiceSchema>;

/** Pushed to a room or to one of its viewers. */
export interface RoomPushes {
  'room-settings': { room: number; slowSeconds: number | null };
  /** The moderators have changed: all their names. Also to the performer's own sockets. */
  'room-moderators': { room: number; moderators: string[] };
  /** To the viewer whose mute or appointment as a moderator began or ended. */
  'chat-voice': { session: string } & Voice;
  /** To the viewer who was excluded or readmitted, even without an open chat: `readWelcome` returns which. */
  'chat-welcome': { room: number };
  /**
   * The performer closed her room, or the operator stopped the chat. Each viewer also receives the end of the session.
   */
  'room-closed': { room: number };
  'chat-stopped': { room: number };
}

/** Minutes for which a cut stream or viewer stays out, unless the operator chooses otherwise. */
export const CUT_MINUTES = 60;
/** The choices; null lasts until an operator allows it again. */
export const cutMinutes = [15, CUT_MINUTES, 1440, null] as const;
/** A duration as the value of a form’s choice. */
export const lastsOf = (minutes: number | null): string => (minutes === null ? 'none' : String(minutes));

/** The reason of the chats that end with a cut stream. */
export const streamCut = <Ground extends CutGround>(ground: Ground): `cut-${Ground}` => `cut-${ground}`;
/** The reason of the chats of a cut viewer. */
export const viewerCut = <Ground extends CutGround>(ground: Ground): `removed-${Ground}` =>
  `removed-${ground}`;
