import * as z from 'zod/mini';
import { type ApiBase, apiBases } from '../endpoint.ts';
import { features } from './features.ts';

/** From least to most verbose (platform spec 9). */
export const logLevels = ['ERROR', 'WARN', 'INFO', 'DEBUG', 'VERBOSE'] as const;
export type LogLevel = (typeof logLevels)[number];
/** Logs the warnings required by the error catalogues (platform spec 8, live spec 8). */
export const defaultLogLevel: LogLevel = 'WARN';

const base = z.url();

/** What another program needs to know about this site. Public, so it holds no secret. */
export const configurationSchema = z.strictObject({
  brand: z.strictObject({
    name: z.string(),
    affiliateCode: z.string(),
    company: z.strictObject({
      name: z.string(),
      street: z.string(),
      city: z.string(),
      country: z.string(),
      registration: z.string(),
      vat: z.string(),
      email: z.string(),
    }),
    links: z.strictObject({ company: z.url(), affiliate: z.url(), performerSignUp: z.url() }),
  }),
  features: z.record(z.enum(features), z.boolean()),
  images: z.strictObject({
    /** Backgrounds of list titles: `default`, and seasons with their own. */
    headers: z.record(z.string(), base),
    /** 4:3, used if a performer's picture is missing. */
    profile: base,
  }),
  locales: z.strictObject({ default: z.string(), all: z.array(z.string()) }),
  /** Absolute URLs; the paths of the API document begin with the paths of all but the socket. */
  services: z.strictObject({
    member: base,
    messaging: base,
    engine: base,
    chat: base,
    studio: base,
    desk: base,
    socket: base,
  }),
  /** Keys by the name of their header. */
  keys: z.strictObject({ 'api-key': z.string() }),
  welcomeCredits: z.int().check(z.minimum(0)),
  /** For code in a browser. */
  logLevel: z.enum(logLevels),
});
export type Configuration = z.infer<typeof configurationSchema>;

/** The operation in the API document; the site answers it without a bound call. */
export const configurationPath = {
  path: '/common/configuration.json',
  summary:
    'Returns what other programs need to know about this site: brand, features, locales and service URLs',
  schema: configurationSchema,
} as const;

export function servicesAt(origin: string): Configuration['services'] {
  const at = (path: string) => new URL(path, origin).href;
  const services = Object.entries(apiBases).map(([name, path]) => [name, at(path)] as const);
  return { ...(Object.fromEntries(services) as Record<ApiBase, string>), socket: at('/socket.io') };
}
