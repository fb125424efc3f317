import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { build } from 'esbuild';
import type * as player from '../../player/store.ts';

/** Globals of a page with the player. */
export type PlayerWindow = Window & {
  player: typeof player;
  publisher?: RTCPeerConnection;
  /** The page's WHIP session. */
  publication?: { location: string; token: string };
};

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** Bundles a module for a page, as a global. */
async function bundle(entry: string, globalName: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [pathOf(entry)],
    bundle: true,
    write: false,
    format: 'iife',
    globalName,
    footer: { js: `globalThis.${globalName} = ${globalName};` },
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}

/** The page's script: the product's player, as global `player`. */
export const bundlePlayer = (): Promise<string> => bundle('../../player/store.ts', 'player');

/** The product's publisher, as global `publishing`. */
export const bundlePublisher = (): Promise<string> => bundle('../../publisher/index.ts', 'publishing');

/** Frames that the page's player has decoded so far. */
export const framesOf = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as PlayerWindow).player.playerStats()?.framesDecoded ?? 0);

/** State of the player in this page. */
export const stateOf = (page: Page) =>
  page.evaluate(() => (window as unknown as PlayerWindow).player.$player.get().state.name);

export const playing = (page: Page, timeout = 20_000) =>
  expect.poll(() => stateOf(page), { timeout }).toBe('playing');

/** Expects the decoder to produce more frames. */
export async function expectFrames(page: Page): Promise<void> {
  const before = await framesOf(page);
  await expect.poll(() => framesOf(page)).toBeGreaterThan(before + 5);
}

/** Two tabs of one browser. */
export async function openPages(page: Page): Promise<{ camera: Page; viewer: Page }> {
  return { camera: page, viewer: await page.context().newPage() };
}

/** Bundles a script that adds the stage's player to a page; run it before the page's own scripts. */
export async function bundleStagePlayer(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../../stage/page-script.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'iife',
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}
