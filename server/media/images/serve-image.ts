import { AppError } from '#contract/errors.ts';
import { type ImageFormat, type ImageWidth, imageWidths } from '#contract/image.ts';
import type { RawAnswer, RawRequest } from '#server/calls/raw-route.ts';
import type { Deps } from '#server/ports/deps.ts';
import { imageKinds, readSigned, type SignedImage } from './image-url.ts';
import { cacheControl, requireSeen } from './shown-files.ts';
import { etagOf } from './store.ts';
import type { Variants } from './variants.ts';

const YEAR = 31_536_000;
/** Seconds for which a substitute picture may be cached. */
const STAND_IN = 60;

/** Throws `badRequest.notFound` for a URL with an invalid signature, and for a picture that the caller may not see. */
export const createServeImage =
  (variants: Variants) =>
  async (deps: Deps, request: RawRequest): Promise<RawAnswer> => {
    const { params, headers } = request;
    const wanted = wantedImage(deps, params['signed'] ?? '', params['file'] ?? '');
    if (!wanted) throw new AppError('badRequest.notFound');
    const keeping = await requireSeen(deps, wanted, request);
    const { body, format, final } = await variants.serve(wanted.ref, wanted.width, wanted.format);
    const etag = etagOf(body);
    const cached = {
      'Cache-Control': final ? cacheControl(keeping, YEAR, ', immutable') : cacheControl(keeping, STAND_IN),
      ETag: etag,
    };
    const isKnown = headers.get('if-none-match')?.split(/,\s*/).includes(etag);
    if (isKnown) return { status: 304, headers: cached, body: null };
    const type = { 'Content-Type': `image/${format}` };
    return { status: 200, headers: { ...cached, ...type }, body: new Uint8Array(body) };
  };

interface WantedImage extends SignedImage {
  width: ImageWidth;
  format: ImageFormat;
}

/** The picture at a path below /images/; null for an invalid signature or width. */
function wantedImage({ config }: Pick<Deps, 'config'>, signed: string, file: string): WantedImage | null {
  const read = readSigned(config.secret, signed);
  const [, size, ending] = /^(\d+)\.(webp|avif)$/.exec(file) ?? [];
  const width = imageWidths.find((allowed) => String(allowed) === size);
  if (!read || read.ref.kind === imageKinds.video || !width) return null;
  return { ...read, width, format: ending as ImageFormat };
}

/** Reads a picture by its path; null if it does not exist. */
export const createImageReader =
  (deps: Pick<Deps, 'config'>, variants: Variants) =>
  async (path: string): Promise<Buffer | null> => {
    const [, signed = '', file = ''] = /^\/images\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
    const wanted = wantedImage(deps, signed, file);
    if (!wanted) return null;
    const served = await variants.serve(wanted.ref, wanted.width, wanted.format).catch(() => null);
    return served?.body ?? null;
  };
