import type { Page } from '@playwright/test';
import { orderOnStage, publishOnStage, type StageWindow, type ViewerOrder } from '@vonk/media/stage';
import { bundleStagePlayer } from '@vonk/media/testing/browser';
import { onlineStatus } from '#contract/performers/status.ts';
import { setStatus, startBroadcast } from '#contract/studio/studio-calls.ts';
import { openStudio } from '../live/studio.ts';

/** Starts a product with a stage in the place of its media server; to be given to `createOwnProduct`. */
export const stageEntry = './e2e/support/started/with-stage.ts';

/** Script with the stage's player, to run in a page before its own scripts. */
export const stagePlayer = bundleStagePlayer;

/** Performers of the demo who have a studio. */
const cast = ['Femke', 'Yara', 'Marlies', 'Elena', 'Amber', 'Imani', 'Sofie', 'Ruben'] as const;
export type CastName = (typeof cast)[number];

const statuses = { live: onlineStatus.online, free: onlineStatus.free } as const;

/** A performer who broadcasts; what performers do on their own, a test does by their calls. */
export interface OnAir {
  name: CastName;
  call: Awaited<ReturnType<typeof openStudio>>;
}

/** Puts performers on air without a camera. */
export interface Stage {
  /** In free chat or in chat that is paid by the minute; the first who is off the air unless told. */
  goLive(status: keyof typeof statuses, name?: CastName): Promise<OnAir>;
  /** Takes all of them off the air. */
  clear(): Promise<void>;
}

/** By the way the test reaches the product: its public name may lead nowhere from here. */
const sendTo = (origin: string) => (url: string, init: RequestInit) =>
  fetch(new URL(new URL(url, origin).pathname, origin), init);

/** Tells the stage what becomes of the viewer on this page. */
export async function orderFor(page: Page, order: ViewerOrder): Promise<void> {
  const played = await page.evaluate(() => (window as unknown as StageWindow).nanowebrtc.played);
  if (!played) throw new Error('nothing is played on this page');
  await orderOnStage(sendTo(new URL(page.url()).origin), played, order);
}

/** The stage of a product that was started by `stageEntry`. */
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
      if (!name) throw new Error('everybody is on air');
      const call = await studioOf(name);
      onAir.set(name, await publishOnStage(send, await call(startBroadcast, {})));
      await call(setStatus, { onlineStatus: statuses[status] });
      return { name, call };
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
