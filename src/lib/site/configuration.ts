import { type Configuration, defaultLogLevel, type LogLevel, servicesAt } from '#contract/configuration.ts';
import { defaultLocale, locales } from '#contract/locales.ts';
import type { Brand } from '../../content/brand/types.ts';

export interface SiteSettings {
  /** Public origin of the site. */
  readonly origin: string;
  readonly apiKey?: string | undefined;
  readonly logLevel?: LogLevel | undefined;
}

/** Field by field: what is added to the brand becomes public only by being named here. */
export function configurationOf(
  { name, affiliateCode, company, links, features, apiKey: ownKey, welcomeCredits }: Brand,
  { origin, apiKey = ownKey, logLevel = defaultLogLevel }: SiteSettings,
): Configuration {
  return {
    brand: { name, affiliateCode, company, links },
    features,
    locales: { default: defaultLocale, all: [...locales] },
    services: servicesAt(origin),
    keys: { 'api-key': apiKey },
    welcomeCredits,
    logLevel,
  };
}
