import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { build } from 'esbuild';
import { Hono } from 'hono';
import type * as player from '#lib/player/store.ts';
import { createEmbeddedMedia, type EmbeddedMedia } from '#server/gateways/media/embedded.ts';

/** A page whose script is the product's own player, and nothing else. */
const page = `<!doctype html><html lang="en"><title>Media</title><link rel="icon" href="data:,">
<video id="screen"></video><script src="/player.js"></script></html>`;

/** What the page of the stage has on its window. */
export type PlayerWindow = Window & { player: typeof player; publisher?: RTCPeerConnection };

export interface MediaSite {
  media: EmbeddedMedia;
  url: string;
  /** The right of each session that was opened, in order. */
  opened: readonly unknown[];
  /** The media server dies; whoever is connected finds out by silence. */
  kill(): Promise<void>;
  revive(): void;
  close(): Promise<void>;
}

async function bundlePlayer(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ['src/lib/player/store.ts'],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'player',
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}

/** Serves the page, the player and a media server on a free port. */
export async function openMediaSite(): Promise<MediaSite> {
  const script = await bundlePlayer();
  const opened: unknown[] = [];
  const start = () =>
    createEmbeddedMedia({
      secret: 'only for this test, and long enough',
      iceServers: [],
      log: (event, { right }) => {
        if (event === 'media.session.opened') opened.push(right);
      },
    });
  let media: EmbeddedMedia | null = start();
  const app = new Hono()
    .get('/', (c) => c.html(page))
    .get('/player.js', (c) => c.body(script, 200, { 'Content-Type': 'text/javascript' }))
    .all('/media/*', (c) =>
      media ? new Hono().route('/media', media.routes()).fetch(c.req.raw) : c.body(null, 502),
    );
  const server = createServer(getRequestListener(app.fetch));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    opened,
    get media() {
      if (!media) throw new Error('The media server is dead');
      return media;
    },
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    kill: async () => {
      await media?.close();
      media = null;
    },
    revive: () => {
      media = start();
    },
    close: async () => {
      await media?.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
