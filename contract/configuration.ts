import { z } from 'zod';
import { type ApiBase, apiBases } from './endpoint.ts';
import { features } from './features.ts';

/** From quiet to talkative (platform spec 9). */
export const logLevels = ['ERROR', 'WARN', 'INFO', 'DEBUG', 'VERBOSE'] as const;
export type LogLevel = (typeof logLevels)[number];
/** Shows the warnings the error catalogues ask for (platform spec 8, live spec 8). */
export const defaultLogLevel: LogLevel = 'WARN';

const base = z.url();

/** What a program of another house needs to know of this site; everybody may read it, so nothing of it is secret. */
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
    /** Behind the titles of lists; `default`, and seasons that have one of their own. */
    headers: z.record(z.string(), base),
    /** 4:3, where a performer's picture is missing. */
    profile: base,
  }),
  locales: z.strictObject({ default: z.string(), all: z.array(z.string()) }),
  /** Absolute; the paths of the API document begin with those of the first five. */
  services: z.strictObject({
    member: base,
    messaging: base,
    engine: base,
    chat: base,
    studio: base,
    socket: base,
  }),
  /** By the header that carries it. */
  keys: z.strictObject({ 'api-key': z.string() }),
  welcomeCredits: z.number().int().min(0),
  /** For what runs in a browser. */
  logLevel: z.enum(logLevels),
});
export type Configuration = z.infer<typeof configurationSchema>;

/** The operation of the API document; the site answers it, not a bound call. */
export const configurationPath = {
  path: '/common/configuration.json',
  summary: 'What the site is called, what it has, and where its services are',
  schema: configurationSchema,
} as const;

export function servicesAt(origin: string): Configuration['services'] {
  const at = (path: string) => new URL(path, origin).href;
  const services = Object.entries(apiBases).map(([name, path]) => [name, at(path)] as const);
  return { ...(Object.fromEntries(services) as Record<ApiBase, string>), socket: at('/socket.io') };
}
