import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { build } from 'esbuild';
import type * as player from '../../player/store.ts';

/** Globals of a page with the player. */
export type PlayerWindow = Window & {
  player: typeof player;
  publisher?: RTCPeerConnection;
  /** Its WHIP session. */
  publication?: { location: string; token: string };
};

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** The page's script: the product's own player, as `player`. */
export async function bundlePlayer(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [pathOf('../../player/store.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'player',
    // As the site's pages: their content policy lets zod compile nothing.
    inject: [pathOf('no-eval.ts')],
    footer: { js: 'globalThis.player = player;' },
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}

/** Frames that the page's player has decoded so far. */
export const framesOf = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as PlayerWindow).player.playerStats()?.framesDecoded ?? 0);
