import { defaultLocale, locales } from '#contract/locales.ts';
import {
  type Configuration,
  defaultLogLevel,
  type LogLevel,
  servicesAt,
} from '#contract/site/configuration.ts';
import type { Brand, BrandImage, Look } from '../../content/brand/types.ts';

export interface SiteSettings {
  /** Public origin of the site. */
  readonly origin: string;
  /** Origin of the API; the site's own by default. */
  readonly apiOrigin?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly logLevel?: LogLevel | undefined;
}

/** Lists each public field: a new field of the brand stays private until it is added here. */
export function configurationOf(
  { name, affiliateCode, company, links, features, apiKey: ownKey, welcomeCredits }: Brand,
  { images }: Pick<Look, 'images'>,
  { origin, apiOrigin = origin, apiKey = ownKey, logLevel = defaultLogLevel }: SiteSettings,
): Configuration {
  const at = ({ src }: BrandImage) => new URL(src, origin).href;
  return {
    brand: { name, affiliateCode, company, links },
    features,
    images: {
      headers: Object.fromEntries(
        Object.entries(images.headers).flatMap(([season, image]) => (image ? [[season, at(image)]] : [])),
      ),
      profile: at(images.profile),
    },
    locales: { default: defaultLocale, all: [...locales] },
    services: servicesAt(apiOrigin),
    keys: { 'api-key': apiKey },
    welcomeCredits,
    logLevel,
  };
}
