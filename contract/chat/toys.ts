import { z } from 'zod';

/**
 * What a tip of exactly this many credits does to a toy (live spec 9). `intensity` is a share of the device's most, in
 * percent; the performer's ceiling may lower it.
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

/** Runs that wait or play, at most. */
export const TOY_QUEUE_RUNS = 20;
/** Seconds that they last together, at most. */
export const TOY_QUEUE_SECONDS = 600;
/** Seconds of one run, at most; checked by the database too. */
export const TOY_RUN_SECONDS = 180;
/** ms between two runs of one member. */
export const TOY_MEMBER_GAP_MS = 5000;

/** ms between a bridge's heartbeats while it plays. */
export const TOY_BEAT_MS = 500;
/** ms without one after which a run is halted. */
export const TOY_SILENCE_MS = 2000;
/** ms that the queue waits for a bridge that is away; then the toy is off. */
export const TOY_AWAY_MS = 15_000;

export interface ToyQueue {
  /** That wait or play. */
  runs: number;
  /** What is left of them. */
  seconds: number;
  /** ms since the epoch; null for a member's first run. */
  lastOfMember: number | null;
}

export type RunRefusal = 'full' | 'soon';

/** Why a run of so many seconds cannot enter the queue now (ms since the epoch), or null. */
export function refuseRun(queue: ToyQueue, seconds: number, now: number): RunRefusal | null {
  if (queue.lastOfMember !== null && now - queue.lastOfMember < TOY_MEMBER_GAP_MS) return 'soon';
  const isFull = queue.runs >= TOY_QUEUE_RUNS || queue.seconds + seconds > TOY_QUEUE_SECONDS;
  return isFull ? 'full' : null;
}

/** Credits for what a run did not play of its tip, rounded up. */
export function creditsForUnplayed(amount: number, seconds: number, playedMs: number): number {
  const ms = seconds * 1000;
  return Math.ceil((amount * Math.max(0, ms - playedMs)) / ms);
}

/** What a device really does. */
export const cappedIntensity = (intensity: number, ceiling: number): number => Math.min(intensity, ceiling);

const waitingRunSchema = z.object({
  run: z.number().int(),
  level: toyLevelNameSchema,
  seconds: z.number().int(),
  /** The giver's name in the room. */
  from: z.string(),
});

export const toyStateSchema = z.object({
  active: z.boolean(),
  /** Highest intensity that the performer allows now. */
  ceiling: z.number().int(),
  playing: waitingRunSchema.extend({ intensity: z.number().int(), leftMs: z.number().int() }).nullable(),
  waiting: z.array(waitingRunSchema),
});
export type ToyState = z.infer<typeof toyStateSchema>;

export const toyOff: ToyState = { active: false, ceiling: 0, playing: null, waiting: [] };

/** Pushed to everyone in a room, its performer's own sockets included: a bridge executes `toy-level`. */
export interface ToyPushes {
  /** Switched on or off. */
  cybertoy: { room: number; active: boolean };
  /** A tip has entered the queue, in which so many `waiting` runs stand now. */
  'ft-tip': {
    room: number;
    run: number;
    level: ToyLevelName;
    seconds: number;
    from: string;
    waiting: number;
  };
  'toy-level': ToyLevelPush;
  /** To the one viewer whose run was not played to its end. */
  'toy-returned': { session: string; run: number; credits: number };
}

export interface ToyLevelPush {
  room: number;
  /** `off`: halt at once. A bridge halts by itself when `seconds` are over, its connection is lost or its device fails. */
  level: ToyLevelName | 'off';
  /** 0 for `off`. */
  intensity: number;
  /** From now on; 0 for `off`. */
  seconds: number;
  /** Who gave it; empty for `off`. */
  from: string;
  /** To be named in heartbeats; null for `off`. */
  run: number | null;
  waiting: number;
}
