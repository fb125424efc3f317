import { z } from 'zod';
import { trimBlank } from '../blank.ts';

/** What a performer can do about a viewer of her room: silence them, send them out for a while, or for good. */
export const sanctionKinds = ['mute', 'kick', 'block'] as const;
export const sanctionKindSchema = z.enum(sanctionKinds);
export type SanctionKind = z.infer<typeof sanctionKindSchema>;

/** Minutes where the performer names none; null stands until it is undone. */
export const sanctionMinutes = { mute: 10, kick: 10, block: null } as const satisfies Record<
  SanctionKind,
  number | null
>;

/** A year: longer is for ever. */
const MINUTES_MAX = 525_600;
export const sanctionMinutesSchema = z.number().int().min(1).max(MINUTES_MAX).nullable();

/** Seconds between two messages of one member; null without slow mode. */
export const SLOW_SECONDS = 5;
export const slowSecondsSchema = z.number().int().min(3).max(120).nullable();

/** Words of a performer's own list, and their characters. */
export const ROOM_WORDS_MAX = 100;
const wordSchema = z.string().overwrite(trimBlank).min(2).max(40);
export const roomWordsSchema = z.array(wordSchema).max(ROOM_WORDS_MAX);

/** What the composer has to know of the room and of its viewer. */
export const voiceSchema = z.object({
  slowSeconds: slowSecondsSchema,
  muted: z.boolean(),
  /** ms for which the viewer stays muted; null for good, and while not muted. */
  mutedMs: z.number().int().nullable(),
});
export type Voice = z.infer<typeof voiceSchema>;

/** Pushed to a room or to one of its viewers. */
export interface RoomPushes {
  'room-settings': { room: number; slowSeconds: number | null };
  /** To the viewer who was muted, or may speak again. */
  'chat-muted': { session: string; muted: boolean; mutedMs: number | null };
  /** The performer closed her room, or the operator stopped the chat: each viewer is also told that the session ended. */
  'room-closed': { room: number };
  'chat-stopped': { room: number };
}
