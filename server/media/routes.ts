import * as albums from '#contract/media/albums-calls.ts';
import { type Binding, bind } from '#server/calls/handler.ts';
import type { RawRoute } from '#server/calls/raw-route.ts';
import { listAlbums, readAlbum } from './albums.ts';
import { createServeImage } from './images/serve-image.ts';
import type { Variants } from './images/variants.ts';
import { serveVideo } from './serve-video.ts';

export const mediaRoutes: readonly Binding[] = [
  bind(albums.listAlbums, listAlbums),
  bind(albums.readAlbum, readAlbum),
];

export const mediaRawRoutes = (variants: Variants): RawRoute[] => [
  {
    method: 'GET',
    path: '/images/:signed/:file{[0-9]+\\.(webp|avif)}',
    maxBytes: 0,
    handler: createServeImage(variants),
  },
  { method: 'GET', path: '/videos/:file{[\\w.-]+\\.(webm|mp4)}', maxBytes: 0, handler: serveVideo },
];
