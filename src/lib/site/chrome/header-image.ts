import type { Season } from '#contract/performers/promo.ts';
import type { BrandImage, Look } from '../../../content/brand/types.ts';

/** What is shown behind the title of a list: the season's own picture, else the brand's; null for none. */
export const headerImageOf = (
  { images: { headers } }: Pick<Look, 'images'>,
  season: Season | null,
): BrandImage | null => (season && headers[season]) ?? headers.default;
