import { AppError } from '#contract/errors.ts';
import type { RawAnswer, RawRequest } from '#server/calls/raw-route.ts';
import type { Deps } from '#server/ports/deps.ts';
import { requireShown } from './shown-files.ts';
import { etagOf } from './store.ts';
import type { Variants } from './variants.ts';
import { wantedImage } from './wanted-image.ts';

const YEAR = 31_536_000;
/** Seconds for which a substitute picture may be cached. */
const STAND_IN = 60;

/** Throws `badRequest.notFound` for a URL with an invalid signature, and for a performer who does not exist for this visitor. */
export const createServeImage =
  (variants: Variants) =>
  async (deps: Deps, { params, headers, caller }: RawRequest): Promise<RawAnswer> => {
    const wanted = wantedImage(deps, params['signed'] ?? '', params['file'] ?? '');
    if (!wanted) throw new AppError('badRequest.notFound');
    const share = await requireShown(deps, wanted, caller);
    const { body, format, final } = await variants.serve(wanted.ref, wanted.width, wanted.format);
    const etag = etagOf(body);
    const cached = {
      'Cache-Control': final ? `${share}, max-age=${YEAR}, immutable` : `${share}, max-age=${STAND_IN}`,
      ETag: etag,
    };
    const isKnown = headers.get('if-none-match')?.split(/,\s*/).includes(etag);
    if (isKnown) return { status: 304, headers: cached, body: null };
    const type = { 'Content-Type': `image/${format}` };
    return { status: 200, headers: { ...cached, ...type }, body: new Uint8Array(body) };
  };
