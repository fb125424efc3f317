import { brandIdentity } from '#contract/brand.ts';
import type { PasswordPolicy } from '#contract/member/account/credentials.ts';
import type { GeoBlock } from '#contract/safety/geo.ts';
import type { LogLevel } from '#contract/site/configuration.ts';
import type { Feature } from '#contract/site/features.ts';
import { type ApiAddress, readApiAddress } from './api-address.ts';
import { type DeskConfig, deskConfig } from './desk.ts';
import { type Environment, environmentSchema } from './environment.ts';
import { blockMistake, hasRegions } from './geo.ts';
import {
  type PasswordConfig,
  passwordConfig,
  passwordMistake,
  type SessionsConfig,
  sessionsConfig,
} from './logins.ts';
import { type MediaConfig, mediaConfig } from './media.ts';
import { type BankConfig, bankConfig } from './money/bank.ts';
import { type FreeCreditsConfig, freeCreditsConfig } from './money/offers.ts';
import { type DialInConfig, dialInConfig, type PaymentsConfig, paymentsConfig } from './money/payments.ts';
import { type PerformersConfig, performersConfig } from './performers.ts';
import { demoParts } from './production.ts';
import { readSecretFiles, secretNames } from './secret-files.ts';
import { type ScanConfig, type StorageConfig, scanConfig, storageConfig } from './storage.ts';
import { type WebPushConfig, webPushConfig, webPushMistake } from './web-push.ts';

export class ConfigError extends Error {}

export interface Config
  extends ApiAddress,
    BankConfig,
    FreeCreditsConfig,
    PaymentsConfig,
    PerformersConfig,
    ScanConfig,
    SessionsConfig {
  mode: 'demo' | 'production';
  host: string;
  port: number;
  /** Null if the desk is served with the site, or if the brand has none. */
  desk: DeskConfig | null;
  dataDir: string;
  /** Where the head of the audit trail is written each hour: outside the database. */
  auditHeadFile: string;
  promotionsDir: string;
  /** `memory:`, a folder or a `postgres:` URL. */
  databaseUrl: string;
  /** Whether this process has a data folder that only one process may open. */
  ownsFolder: boolean;
  redisUrl: string | null;
  secret: string;
  /** Null unless it is being rotated. */
  secretBefore: string | null;
  publicUrl: string;
  apiKey: string;
  trustedProxies: readonly string[];
  geo: {
    block: GeoBlock;
    /** Headers, in lower case, with which a trusted proxy sends country and region. */
    countryHeader: string;
    regionHeader: string;
    /** Whether the operator says that a proxy sends regions. */
    sendsRegions: boolean;
    /** An MMDB file; null for the embedded database. */
    database: string | null;
    /** Whether that file has codes of regions. */
    hasRegions: boolean;
  };
  metricsToken: string | null;
  secureCookies: boolean;
  demoCast: boolean;
  demoPerformers: number;
  smtpUrl: string | null;
  /** Read by people: replies to mails go there. */
  mailReplyTo: string;
  mailFrom: string;
  webPush: WebPushConfig;
  ivr: 'off' | 'sandbox';
  phone: DialInConfig;
  loginLabels: 'catalogue' | 'generic';
  passwordPolicy: PasswordPolicy;
  passwords: PasswordConfig;
  guestFreeSeconds: number;
  /** A performer's status after a VIP show. */
  afterVip: 'paused' | 'online' | 'free';
  /** Length of a paid minute. */
  chatMinuteSeconds: number;
  /** ms for which keep-alives are batched before they are stored together. */
  keepAliveGroupMs: number;
  contactDetails: 'mask' | 'refuse' | 'off';
  /** Hours until an unanswered message is refunded, and days a message is kept; 0 for never. */
  messageReturnHours: number;
  messageDays: number;
  evidenceDays: number;
  storage: StorageConfig;
  /** What performers add waits until the operator has accepted it. */
  mediaReview: boolean;
  rateLimits: boolean;
  /** Packets a socket may send in 10 s, and open sockets per IP; 0 for no limit. */
  socketEvents: number;
  socketsPerIp: number;
  /** ms; 0 disables the page cache. */
  pageFreshMs: number;
  /** Days for which a visit's own row is kept. */
  visitDays: number;
  logLevel: 'error' | 'warn' | 'info' | 'debug' | 'verbose' | 'silent';
  browserLogLevel: LogLevel;
  media: MediaConfig;
}

type Filled = Readonly<Record<string, string | undefined>>;

/** Throws ConfigError naming every wrong or missing variable. */
export function readConfig(environment: Filled): Config {
  const filled = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const env = readEnvironment(filled);
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`;
  const demo = env.MODE === 'production' ? demoParts(env, secretNames.values) : [];
  if (demo.length > 0)
    throw new ConfigError(`MODE=production refuses to start; set these first:\n${demo.join('\n')}`);
  return {
    mode: env.MODE,
    host: env.HOST,
    port: env.PORT,
    desk: checkedDesk(env, publicUrl),
    dataDir: env.DATA_DIR,
    auditHeadFile: env.AUDIT_HEAD_FILE ?? `${env.DATA_DIR}/audit-heads.log`,
    promotionsDir: env.PROMOTIONS,
    databaseUrl: env.DATABASE_URL ?? `${env.DATA_DIR}/db`,
    ownsFolder: env.DATABASE_URL === undefined,
    redisUrl: env.REDIS_URL ?? null,
    secret: env.SECRET,
    secretBefore: env.SECRET_BEFORE ?? null,
    publicUrl,
    ...apiAddress(publicUrl, env),
    apiKey: env.API_KEY,
    ...checkedLocation(env, filled),
    metricsToken: env.METRICS_TOKEN ?? null,
    secureCookies: env.MODE === 'production',
    demoCast: env.MODE === 'demo' && env.DEMO_CAST,
    demoPerformers: env.DEMO_PERFORMERS,
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM,
    mailReplyTo: env.MAIL_REPLY_TO ?? `support@${brandIdentity.key}.example`,
    webPush: checkedWebPush(env),
    ...usable(paymentsConfig(env)),
    ...usable(bankConfig(env)),
    ivr: env.IVR ?? (env.MODE === 'demo' ? 'sandbox' : 'off'),
    phone: dialInConfig(env),
    loginLabels: env.LOGIN_LABELS,
    passwordPolicy: env.PASSWORD_POLICY,
    passwords: checkedPasswords(env),
    guestFreeSeconds: env.GUEST_FREE_SECONDS,
    afterVip: env.AFTER_VIP,
    chatMinuteSeconds: env.CHAT_MINUTE_SECONDS,
    keepAliveGroupMs: env.KEEP_ALIVE_GROUP_MS,
    contactDetails: env.CONTACT_DETAILS,
    messageReturnHours: env.MESSAGE_RETURN_HOURS,
    messageDays: env.MESSAGE_DAYS,
    evidenceDays: env.EVIDENCE_DAYS,
    storage: usable(storageConfig(env)),
    ...scanConfig(env),
    mediaReview: env.MEDIA_REVIEW === 'on',
    ...performersConfig(env),
    ...freeCreditsConfig(env),
    rateLimits: env.RATE_LIMITS,
    ...sessionsConfig(env),
    socketEvents: env.SOCKET_EVENTS,
    socketsPerIp: env.SOCKETS_PER_IP,
    pageFreshMs: env.PAGE_FRESH_MS,
    visitDays: env.VISIT_DAYS,
    // A person reads the demo's terminal, machines read production's log.
    logLevel: env.LOG_LEVEL ?? (env.MODE === 'demo' ? 'warn' : 'info'),
    browserLogLevel: env.BROWSER_LOG_LEVEL,
    media: usable(mediaConfig(env)),
  };
}

function readEnvironment(filled: Filled): Environment {
  const { values, mistakes } = readSecretFiles(filled, {
    secrets: secretNames.all,
    known: Object.keys(environmentSchema.shape),
  });
  const parsed = environmentSchema.safeParse(values);
  if (parsed.success && mistakes.length === 0) return parsed.data;
  const issues = parsed.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
  const wrong = [...mistakes, ...issues].map((line) => `  ${line}`);
  throw new ConfigError(`Invalid environment variables:\n${wrong.join('\n')}`);
}

function checkedLocation(env: Environment, filled: Filled): Pick<Config, 'trustedProxies' | 'geo'> {
  const location = {
    trustedProxies: env.TRUSTED_PROXIES.split(',').filter(Boolean),
    geo: {
      block: env.GEO_BLOCK,
      countryHeader: env.GEO_COUNTRY_HEADER,
      regionHeader: env.GEO_REGION_HEADER,
      sendsRegions: filled['GEO_REGION_HEADER'] !== undefined,
      database: env.GEO_DATABASE ?? null,
      hasRegions: env.GEO_DATABASE !== undefined && checkedRegions(env.GEO_DATABASE),
    },
  };
  // The default has a region by the specification; without a source of regions the log says that it has no effect.
  const mistake = filled['GEO_BLOCK'] === undefined ? null : blockMistake(env.GEO_BLOCK, location);
  if (mistake !== null) throw new ConfigError(`Invalid environment variables:\n  ${mistake}`);
  return location;
}

function checkedRegions(database: string): boolean {
  try {
    return hasRegions(database);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : cause;
    throw new ConfigError(`Invalid environment variables:\n  GEO_DATABASE: not an MMDB file: ${why}`, {
      cause,
    });
  }
}

function apiAddress(publicUrl: string, env: Environment): ApiAddress {
  const address = readApiAddress({ publicUrl, API_URL: env.API_URL, COOKIE_DOMAIN: env.COOKIE_DOMAIN });
  if (typeof address === 'string') throw new ConfigError(`Invalid environment variables:\n  ${address}`);
  return address;
}

function checkedDesk(env: Environment, publicUrl: string): DeskConfig | null {
  const desk = deskConfig(env, publicUrl);
  if (typeof desk === 'string') throw new ConfigError(`Invalid environment variables:\n  ${desk}`);
  return desk;
}

/** Returns a valid part of the configuration. Throws for a part that is an error sentence. */
function usable<Part extends object | null>(part: Part | string): Part {
  if (typeof part === 'string') throw new ConfigError(part);
  return part;
}

function checkedPasswords(env: Environment): PasswordConfig {
  const config = passwordConfig(env);
  const mistake = passwordMistake(config);
  if (mistake) throw new ConfigError(mistake);
  return config;
}

function checkedWebPush(env: Environment): WebPushConfig {
  const mistake = webPushMistake(env);
  if (mistake) throw new ConfigError(mistake);
  return webPushConfig(env, env.MAIL_FROM);
}

/** Switches off what the brand has switched off, so that its calls are refused everywhere. */
export const withFeatures = (config: Config, features: Readonly<Record<Feature, boolean>>): Config => ({
  ...config,
  ivr: features.phone ? config.ivr : 'off',
  desk: features.desk ? config.desk : null,
});

/** The site a passkey belongs to (WebAuthn: relying party). */
export interface RelyingParty {
  /** A domain. Passkeys are bound to it and stop working if it changes (docs/decisions/accounts/log-in.md). */
  readonly id: string;
  /** Origin of the pages that may use passkeys. */
  readonly origin: string;
  /** Shown by authenticators. */
  readonly name: string;
}

/** Whose passkeys. */
type SessionKind = 'member' | 'performer' | 'operator';

type Addresses = Pick<Config, 'publicUrl' | 'cookieDomain' | 'desk'>;

/**
 * The cookies' domain: the site's host, or the parent it shares with the API's. Operators' passkeys belong to the
 * desk's host if it has its own address.
 */
export function relyingPartyOf(config: Addresses, kind: SessionKind): RelyingParty {
  const desk = kind === 'operator' ? config.desk : null;
  const { hostname, origin } = new URL(desk?.url ?? config.publicUrl);
  const shared = desk ? null : config.cookieDomain;
  return { id: shared ?? hostname, origin, name: brandIdentity.name };
}
