import { type Feature, features } from '#contract/features.ts';
import { brand } from '../../content/brand/index.ts';

/** Whether texts may speak of it: the brand has switched it on. */
export const hasFeature = (feature: Feature): boolean => brand.features[feature];

export const missingFeatures: readonly Feature[] = features.filter((feature) => !hasFeature(feature));
