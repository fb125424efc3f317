import type { Page } from '@playwright/test';
import { orderOnStage, publishOnStage, type StageWindow, type ViewerOrder } from '@vonk/media/stage';
import { bundleStagePlayer } from '@vonk/media/testing/browser';
import { TOY_BEAT_MS } from '#contract/chat/toy-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { readRoom, setStatus, startBroadcast } from '#contract/studio/studio-calls.ts';
import { beatToy, setToy } from '#contract/studio/toy-calls.ts';
import { logInToStudio, openStudio } from '../live/studio.ts';
import { callOverSocket, connectSocket } from '../nodes/call.ts';

/** Entry for `createOwnProduct` that starts a product with a stage as its media server. */
export const stageEntry = './e2e/support/started/with-stage.ts';

/** Script with the stage's player, to run in a page before its own scripts. */
export const stagePlayer = bundleStagePlayer;

/** Performers of the demo who have a studio. */
const cast = ['Femke', 'Yara', 'Marlies', 'Elena', 'Amber', 'Imani', 'Sofie', 'Ruben'] as const;
export type CastName = (typeof cast)[number];

const statuses = { live: onlineStatus.online, free: onlineStatus.free } as const;

/** A performer who broadcasts; a test acts as the performer with `call`. */
export interface OnAir {
  name: CastName;
  /** Of the product. */
  origin: string;
  call: Awaited<ReturnType<typeof openStudio>>;
}

/** Puts performers on air without a camera. */
export interface Stage {
  /** Starts free chat or paid chat, by default with the first performer who is not on air. */
  goLive(status: keyof typeof statuses, name?: CastName): Promise<OnAir>;
  /** Takes all performers off air. */
  clear(): Promise<void>;
}

/** Sends requests to `origin`, because the product's public name may not resolve in the test. */
const sendTo = (origin: string) => (url: string, init: RequestInit) =>
  fetch(new URL(new URL(url, origin).pathname, origin), init);

/** Sends the stage an order for the viewer on this page. */
export async function orderFor(page: Page, order: ViewerOrder): Promise<void> {
  const played = await page.evaluate(() => (window as unknown as StageWindow).nanowebrtc.played);
  if (!played) throw new Error('the page plays no stream');
  await orderOnStage(sendTo(new URL(page.url()).origin), played, order);
}

/** Returns the stage of a product that was started with `stageEntry`. */
export function openStage(origin: string): Stage {
  const studios = new Map<CastName, OnAir['call']>();
  const onAir = new Map<CastName, { stop(): Promise<void> }>();
  const send = sendTo(origin);

  async function studioOf(name: CastName): Promise<OnAir['call']> {
    const call = studios.get(name) ?? (await openStudio({ performer: name, origin }));
    studios.set(name, call);
    return call;
  }

  return {
    goLive: async (status, name = cast.find((one) => !onAir.has(one))) => {
      if (!name) throw new Error('all performers are on air');
      const call = await studioOf(name);
      onAir.set(name, await publishOnStage(send, await call(startBroadcast, {})));
      await call(setStatus, { onlineStatus: statuses[status] });
      return { name, origin, call };
    },
    clear: async () => {
      for (const [name, broadcast] of onAir) {
        await (await studioOf(name))(setStatus, { onlineStatus: onlineStatus.offline });
        await broadcast.stop();
      }
      onAir.clear();
    },
  };
}

/** Timeout of a call over the bridge's socket in ms. */
const PATIENCE_MS = 30_000;

/** Switches a performer's toy on and plays the bought runs over a socket, like the studio's page but without a device. */
export async function playToy({ name, call, origin }: OnAir): Promise<{ leave(): void }> {
  const token = await logInToStudio({ performer: name, origin });
  const socket = connectSocket({ url: origin, token });
  let beating: ReturnType<typeof setInterval> | undefined;
  const beat = (run: number): void => {
    callOverSocket({ socket, patience: PATIENCE_MS }, beatToy, { run }).catch(() => undefined);
  };
  socket.on('toy-level', ({ run }) => {
    clearInterval(beating);
    if (run !== null) beating = setInterval(beat, TOY_BEAT_MS, run);
  });
  // Enters the performer's room, whose pushes order the runs.
  await callOverSocket({ socket, patience: PATIENCE_MS }, readRoom, {});
  await call(setToy, { active: true });
  return {
    leave: () => {
      clearInterval(beating);
      socket.disconnect();
    },
  };
}
