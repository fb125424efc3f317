import { io } from 'socket.io-client';
import { z } from 'zod';
import {
  TOY_BEAT_MS,
  TOY_RUN_SECONDS,
  type ToyLevelName,
  type ToyState,
  toyLevelNames,
} from '#contract/chat/toy-calls.ts';
import { labelOf } from '#contract/errors.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { beatToy, setToy } from '#contract/studio/toy-calls.ts';
import type { LiveClip } from '#demo/clip/clip.ts';
import { type Studio, socketAuth } from './studio.ts';

const levelSchema = z.object({
  room: z.number().int(),
  level: z.enum([...toyLevelNames, 'off']),
  intensity: z.number().int().min(0).max(100),
  seconds: z.number().min(0).max(TOY_RUN_SECONDS),
  from: z.string(),
  run: z.number().int().nullable(),
});

const statusSchema = z.object({ user: z.number().int(), onlineStatus: z.number().int() });
const openStatuses: readonly number[] = [onlineStatus.online, onlineStatus.free];

export interface ToyRunNow {
  level: ToyLevelName;
  /** Percentage of the device's maximum. */
  intensity: number;
  seconds: number;
  from: string;
}

/** The device that a bridge controls: drawn in the demo, real elsewhere. */
export interface ToyDevice {
  /** Rejects if the device fails. */
  play(run: ToyRunNow): Promise<void>;
  /** Immediate; does nothing if no run is playing. */
  halt(): void;
}

export interface ToyBridge {
  leave(): void;
}

interface BridgeOptions {
  url: string;
  studio: Studio;
  device: ToyDevice;
  log: (event: string, fields: Readonly<Record<string, unknown>>) => void;
}

/**
 * Switches the toy on while its performer is visible, and executes `toy-level`. A run always ends: after its time, on a
 * lost connection, or if a heartbeat's response does not name it.
 */
export function bridgeToy({ url, studio, device, log }: BridgeOptions): ToyBridge {
  let playing: number | null = null;
  let end: NodeJS.Timeout | undefined;
  let beats: NodeJS.Timeout | undefined;
  const failed = (error: unknown) =>
    log('cast.toy-failed', { performer: studio.performerId, reason: String(error) });

  const halt = (): void => {
    device.halt();
    playing = null;
    clearTimeout(end);
    clearInterval(beats);
  };
  const beat = async (error?: string): Promise<ToyState> =>
    studio.call(beatToy, { run: playing, ...(error ? { error } : {}) });
  const keepBeating = async (): Promise<void> => {
    const run = playing;
    const state = await beat().catch(() => null);
    if (state && run !== null && playing === run && state.playing?.run !== run) halt();
  };
  const play = async (run: number, level: ToyRunNow): Promise<void> => {
    clearTimeout(end);
    clearInterval(beats);
    playing = run;
    end = setTimeout(halt, level.seconds * 1000);
    beats = setInterval(() => void keepBeating(), TOY_BEAT_MS);
    void keepBeating();
    await device.play(level).catch(async (error: unknown) => {
      halt();
      failed(error);
      await beat(String(error).slice(0, 200)).catch(failed);
    });
  };
  const switchOn = async (): Promise<void> => {
    await studio.call(setToy, { active: true }).catch((error: unknown) => {
      // Switched on only for a visible performer and a brand with toys; a refusal is expected otherwise.
      if (!labelOf(error).startsWith('badRequest.')) failed(error);
    });
  };

  const socket = io(url, { auth: socketAuth(studio), transports: ['websocket'] });
  socket.on('toy-level', (payload: unknown) => {
    const push = levelSchema.safeParse(payload);
    if (!push.success || push.data.room !== studio.performerId) return;
    const { level, run, intensity, seconds, from } = push.data;
    if (level === 'off' || run === null) halt();
    else void play(run, { level, intensity, seconds, from });
  });
  socket.on('performer-status', (payload: unknown) => {
    const push = statusSchema.safeParse(payload);
    if (!push.success || push.data.user !== studio.performerId) return;
    if (openStatuses.includes(push.data.onlineStatus)) void switchOn();
  });
  socket.on('connect', async () => {
    const state = await beat().catch(() => null);
    if (state && !state.active) await switchOn();
  });
  socket.on('disconnect', halt);
  return {
    leave() {
      halt();
      socket.disconnect();
    },
  };
}

/** The demo's device: a meter on the picture, visible to everyone. */
export const drawnToy = (clip: Pick<LiveClip, 'show'>): ToyDevice => ({
  play({ level, from, seconds }) {
    const startedAt = Date.now();
    return clip.show({ level, from, startedAt, endsAt: startedAt + seconds * 1000 });
  },
  halt() {
    void clip.show(null);
  },
});
