import { type Feature, features } from '#contract/site/features.ts';
import { brand } from '../../content/brand/index.ts';

/** Whether the brand has the feature, so that texts may mention it. */
export const hasFeature = (feature: Feature): boolean => brand.features[feature];

export const missingFeatures: readonly Feature[] = features.filter((feature) => !hasFeature(feature));
