import { AppError } from '#contract/errors.ts';
import type { Feature } from '#contract/site/features.ts';
import type { Deps } from '#server/ports/deps.ts';

/** Throws `badRequest.notFound` if the brand has switched it off. */
export function requireFeature(deps: Pick<Deps, 'brand'>, feature: Feature): void {
  if (!deps.brand.hasFeature(feature)) throw new AppError('badRequest.notFound');
}
