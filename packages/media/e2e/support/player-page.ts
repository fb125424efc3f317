import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
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
