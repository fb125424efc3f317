import { type Feature, features } from '#contract/features.ts';
import { isAwaited } from '#contract/page-routes.ts';
import { brand } from '../../content/brand/index.ts';

/** Whether texts may speak of it: the brand has switched it on, and its pages are built. */
export const hasFeature = (feature: Feature): boolean => brand.features[feature] && !isAwaited(feature);

export const missingFeatures: readonly Feature[] = features.filter((feature) => !hasFeature(feature));
