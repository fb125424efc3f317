import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { authSchema } from './session-calls.ts';

/**
 * Effect of a tip of exactly this many credits on a toy (live spec 9). `intensity` is a percentage of the device's
 * maximum; the performer's ceiling may lower it.
 */
export const toyLevels = [
  { name: 'low', amount: 100, intensity: 2, seconds: 5 },
  { name: 'normal', amount: 250, intensity: 5, seconds: 15 },
  { name: 'medium', amount: 500, intensity: 10, seconds: 30 },
  { name: 'hard', amount: 750, intensity: 15, seconds: 45 },
  { name: 'ultra', amount: 1000, intensity: 20, seconds: 60 },
  { name: 'extreme', amount: 2500, intensity: 50, seconds: 180 },
] as const;
export type ToyLevel = (typeof toyLevels)[number];
export const toyLevelNames = ['low', 'normal', 'medium', 'hard', 'ultra', 'extreme'] as const;
export type ToyLevelName = (typeof toyLevelNames)[number];
export const toyLevelNameSchema = z.enum(toyLevelNames);

export const toyLevelOf = (amount: number): ToyLevel | null =>
  toyLevels.find((level) => level.amount === amount) ?? null;

/** Highest intensity a performer may allow. */
export const TOY_CEILING_MAX = 100;

/** Maximum of waiting and playing runs. */
export const TOY_QUEUE_RUNS = 20;
/** Maximum of their total seconds. */
export const TOY_QUEUE_SECONDS = 600;
/** Maximum seconds of one run; the database checks it too. */
export const TOY_RUN_SECONDS = 180;
/** Minimum ms between two runs of one member. */
export const TOY_MEMBER_GAP_MS = 5000;

/** ms between a bridge's heartbeats while it plays. */
export const TOY_BEAT_MS = 500;
/** A run is stopped after this many ms without a heartbeat. */
export const TOY_SILENCE_MS = 2000;
/** ms that the queue waits for a disconnected bridge before the toy is switched off. */
export const TOY_AWAY_MS = 15_000;

export interface ToyQueue {
  /** Waiting and playing runs. */
  runs: number;
  /** Seconds left in these runs. */
  seconds: number;
  /** ms since the epoch; null for a member's first run. */
  lastOfMember: number | null;
}

export type RunRefusal = 'full' | 'soon';

/** Why a run of this many seconds can't enter the queue at `now` (ms since the epoch), or null. */
export function refuseRun(queue: ToyQueue, seconds: number, now: number): RunRefusal | null {
  if (queue.lastOfMember !== null && Math.abs(now - queue.lastOfMember) < TOY_MEMBER_GAP_MS) return 'soon';
  const isFull = queue.runs >= TOY_QUEUE_RUNS || queue.seconds + seconds > TOY_QUEUE_SECONDS;
  return isFull ? 'full' : null;
}

/** Credits for the unplayed part of a run, rounded up. */
export function creditsForUnplayed(amount: number, seconds: number, playedMs: number): number {
  const ms = seconds * 1000;
  return Math.ceil((amount * Math.max(0, ms - playedMs)) / ms);
}

/** The intensity after the performer's ceiling. */
export const cappedIntensity = (intensity: number, ceiling: number): number => Math.min(intensity, ceiling);

const waitingRunSchema = z.object({
  run: z.int(),
  level: toyLevelNameSchema,
  seconds: z.int(),
  /** The sender's name in the room. */
  from: z.string(),
});

export const toyStateSchema = z.object({
  active: z.boolean(),
  /** Highest intensity the performer currently allows. */
  ceiling: z.int(),
  playing: z.nullable(z.extend(waitingRunSchema, { intensity: z.int(), leftMs: z.int() })),
  waiting: z.array(waitingRunSchema),
});
export type ToyState = z.infer<typeof toyStateSchema>;

export const toyOff: ToyState = { active: false, ceiling: 0, playing: null, waiting: [] };

/** Pushed to everyone in a room, including the performer's own sockets: a bridge executes `toy-level`. */
export interface ToyPushes {
  /** Switched on or off. */
  cybertoy: { room: number; active: boolean };
  /** A tip has entered the queue; `waiting` is the number of runs in it. */
  'ft-tip': {
    room: number;
    run: number;
    level: ToyLevelName;
    seconds: number;
    from: string;
    waiting: number;
  };
  'toy-level': ToyLevelPush;
  /** To the viewer whose run was not played to its end. */
  'toy-returned': { session: string; run: number; credits: number };
}

export interface ToyLevelPush {
  room: number;
  /** `off`: stop at once. A bridge stops by itself after `seconds`, on a lost connection, or when its device fails. */
  level: ToyLevelName | 'off';
  /** 0 for `off`. */
  intensity: number;
  /** Seconds from now; 0 for `off`. */
  seconds: number;
  /** The sender's name; empty for `off`. */
  from: string;
  /** Sent back in heartbeats; null for `off`. */
  run: number | null;
  waiting: number;
}

export const readToy = endpoint({
  base: 'chat',
  method: 'GET',
  path: '/chat/toy',
  summary: 'Returns the state of the performer’s toy and its queue, for a page that joins or missed pushes',
  access: 'anyone',
  input: z.object({ auth: authSchema }),
  output: toyStateSchema,
  errors: ['badRequest.invalid.auth', 'badRequest.session.ended', 'badRequest.notFound'],
});
