import { AppError } from '#contract/errors.ts';
import { listAlbums, readAlbum } from '#contract/media/albums.ts';
import { type ImageFormat, imageWidths } from '#contract/media/image.ts';
import type { RouteTools } from '#server/app.ts';
import { imageKinds, readAddress } from './images/address.ts';
import { etagOf } from './images/store.ts';
import { createVariants } from './images/variants.ts';
import { readAlbum as album, readAlbums } from './read-album.ts';
import { readVideo } from './read-video.ts';

const YEAR = 31_536_000;
/** Seconds a picture that stands in for another may be kept. */
const STAND_IN = 60;

export function mediaRoutes({ app, bind, deps }: RouteTools): void {
  bind(listAlbums, readAlbums);
  bind(readAlbum, album);
  const variants = createVariants(deps.config.dataDir);

  app.get('/images/:signed/:file{[0-9]+\\.(webp|avif)}', async (c) => {
    const ref = readAddress(deps.config.secret, c.req.param('signed'));
    const [size, ending] = c.req.param('file').split('.');
    const width = imageWidths.find((allowed) => String(allowed) === size);
    if (!ref || ref.kind === imageKinds.video || !width) throw new AppError('badRequest.notFound');
    const { body, format, final } = await variants.serve(ref, width, ending as ImageFormat);
    const etag = etagOf(body);
    const headers = {
      'Cache-Control': final ? `public, max-age=${YEAR}, immutable` : `public, max-age=${STAND_IN}`,
      ETag: etag,
    };
    if (c.req.header('if-none-match')?.split(/,\s*/).includes(etag)) return c.body(null, 304, headers);
    return c.body(new Uint8Array(body), 200, { ...headers, 'Content-Type': `image/${format}` });
  });

  app.get('/videos/:file{[\\w.-]+\\.webm}', async (c) => {
    const ref = readAddress(deps.config.secret, c.req.param('file').replace(/\.webm$/, ''));
    if (ref?.kind !== imageKinds.video) throw new AppError('badRequest.notFound');
    const { status, body, headers } = await readVideo(deps.config.dataDir, ref, c.req.header('range'));
    return c.body(body, status, { ...headers, 'Cache-Control': `public, max-age=${YEAR}, immutable` });
  });
}
