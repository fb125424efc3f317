import { AppError } from '#contract/errors.ts';
import { type ImageFormat, imageWidths } from '#contract/media/image.ts';
import type { RouteTools } from '#server/app.ts';
import { readAddress } from './images/address.ts';
import { etagOf } from './images/store.ts';
import { createVariants } from './images/variants.ts';

const YEAR = 31_536_000;
/** Seconds a picture that stands in for another may be kept. */
const STAND_IN = 60;

export function mediaRoutes({ app, deps }: RouteTools): void {
  const variants = createVariants(deps.config.dataDir);

  app.get('/images/:signed/:file{[0-9]+\\.(webp|avif)}', async (c) => {
    const ref = readAddress(deps.config.secret, c.req.param('signed'));
    const [size, ending] = c.req.param('file').split('.');
    const width = imageWidths.find((allowed) => String(allowed) === size);
    if (!ref || !width) throw new AppError('badRequest.notFound');
    const { body, format, final } = await variants.serve(ref, width, ending as ImageFormat);
    const etag = etagOf(body);
    const headers = {
      'Cache-Control': final ? `public, max-age=${YEAR}, immutable` : `public, max-age=${STAND_IN}`,
      ETag: etag,
    };
    if (c.req.header('if-none-match')?.split(/,\s*/).includes(etag)) return c.body(null, 304, headers);
    return c.body(new Uint8Array(body), 200, { ...headers, 'Content-Type': `image/${format}` });
  });
}
