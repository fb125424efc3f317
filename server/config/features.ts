import type { Feature } from '#contract/features.ts';
import type { Config } from './config.ts';

/** Without what the brand has switched off, so that its calls are refused wherever the site has no word of it. */
export const withFeatures = (config: Config, features: Readonly<Record<Feature, boolean>>): Config => ({
  ...config,
  ivr: features.phone ? config.ivr : 'off',
});
