import type { Page } from 'playwright-core';
import type { OwnProduct } from '../../e2e/support/product.ts';
import { loggedIn, PERFORMER } from './pages.ts';

/** Runs in a page: notes each stream's first frame, as ms since 1970. */
function noteFrames(): void {
  const frames: number[] = [];
  const noted = new WeakSet<MediaProvider>();
  Object.assign(window, { frames });
  setInterval(() => {
    const video = document.querySelector<HTMLVideoElement>('.stream-video');
    if (!video?.srcObject || noted.has(video.srcObject)) return;
    noted.add(video.srcObject);
    video.requestVideoFrameCallback(() => frames.push(Date.now()));
  }, 5);
}

/** Whether a card covers the picture. */
const hasCard = (viewer: Page) => viewer.locator('.stream-card').isVisible();

export interface Restart {
  /** ms from the server's readiness to the first frame at the viewer. */
  readonly took: number;
  /** ms from the signal to the server's readiness. */
  readonly away: number;
  /** Whether a card had covered the picture when the server was ready. */
  readonly card: boolean;
}

export interface Outage {
  readonly tries: number;
  readonly signal: 'SIGTERM' | 'SIGKILL';
  /** ms until the server is started again. */
  readonly downMs: number;
}

/** Stops the server while the studio is live, starts it again, and waits for the picture of a viewer who did nothing. */
export async function timesOfRestart(
  product: OwnProduct,
  { tries, signal, downMs }: Outage,
): Promise<Restart[]> {
  // A guest's free time would end.
  const context = await loggedIn(product.url);
  const viewer = await context.newPage();
  await viewer.addInitScript(noteFrames);
  await viewer.goto(`/stream/${PERFORMER}`);
  const framesAt = () => viewer.evaluate(() => (window as unknown as { frames: number[] }).frames);
  await viewer.waitForFunction(() => (window as unknown as { frames: number[] }).frames.length > 0);
  const restarts: Restart[] = [];
  for (let number = 0; number < tries; number += 1) {
    const endsAt = Date.now();
    await product.end(signal);
    await viewer.waitForTimeout(downMs);
    await product.start();
    const readyAt = Date.now();
    const card = await hasCard(viewer);
    await viewer.waitForFunction(
      (at) => (window as unknown as { frames: number[] }).frames.some((frame) => frame > at),
      endsAt,
      { timeout: 120_000 },
    );
    const frame = (await framesAt()).find((at) => at > endsAt) ?? Number.NaN;
    restarts.push({ took: frame - readyAt, away: readyAt - endsAt, card });
    // Reconnections that follow each other at once would be slowed down.
    await viewer.waitForTimeout(STEADY_MS);
  }
  await context.close();
  return restarts;
}

/** ms after which a connection counts as steady. */
const STEADY_MS = 11_000;
