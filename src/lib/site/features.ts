import { type Feature, features } from '#contract/features.ts';
import { namedRoutes, type PageRoute } from '#contract/page-routes.ts';
import { brand } from '../../content/brand/index.ts';

const awaited = (feature: Feature): boolean =>
  (namedRoutes as readonly PageRoute[]).some((route) => route.feature === feature && route.awaited === true);

/** Whether texts may speak of it: the brand has switched it on, and its pages are built. */
export const hasFeature = (feature: Feature): boolean => brand.features[feature] && !awaited(feature);

export const missingFeatures: readonly Feature[] = features.filter((feature) => !hasFeature(feature));
