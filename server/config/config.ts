import { z } from 'zod';
import { brandIdentity } from '#contract/brand/identity.ts';
import { defaultLogLevel, type LogLevel, logLevels } from '#contract/configuration.ts';
import { type PasswordPolicy, passwordPolicies } from '#contract/member/credentials.ts';
import { DEFAULT_GEO_BLOCK, type GeoBlock, geoBlockSchema } from '#contract/safety/geo.ts';
import { GUEST_FREE_SECONDS } from '#contract/wallet/prices.ts';
import { type ApiAddress, readApiAddress } from './api-address.ts';
import { iceServersSchema, turnTtlSchema } from './ice-servers.ts';
import { janusSchemas } from './janus.ts';
import { type MediaConfig, mediaConfig } from './media.ts';
import { type PasswordConfig, passwordConfig, passwordMistake, passwordSchemas } from './passwords.ts';
import { type PaymentsConfig, paymentSchemas, paymentsConfig } from './payments.ts';
import { type PhoneConfig, phoneConfig, phoneSchemas } from './phone.ts';
import { CHAT_MINUTE_SECONDS, DEMO_API_KEY, DEMO_SECRET, demoParts } from './production.ts';
import { type StorageConfig, storageConfig, storageSchemas } from './storage.ts';
import { type WebPushConfig, webPushConfig, webPushMistake, webPushSchemas } from './web-push.ts';

export class ConfigError extends Error {}

const flag = (fallback: boolean) => z.stringbool().default(fallback);
const count = (fallback: number) => z.coerce.number().int().min(0).default(fallback);

const environmentSchema = z.object({
  MODE: z.enum(['demo', 'production']).default('demo'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(4321),
  DATA_DIR: z.string().default('./data'),
  PROMOTIONS: z.string().default('src/content/promotions'),
  DATABASE_URL: z.string().optional(),
  REDIS_URL: z.string().optional(),
  /** Signs sessions and tokens; at least 32 characters. */
  SECRET: z.string().default(DEMO_SECRET),
  /** Base of the links in mails; needed behind a proxy. */
  PUBLIC_URL: z.url().optional(),
  /** Origin of API, sockets and media where it is not the site's. */
  API_URL: z.url().optional(),
  /** Parent of both where neither host is the end of the other. */
  COOKIE_DOMAIN: z.string().optional(),
  API_KEY: z.string().min(8).default(DEMO_API_KEY),
  TRUSTED_PROXIES: z.string().default(''),
  GEO_BLOCK: z.string().default(DEFAULT_GEO_BLOCK).pipe(geoBlockSchema),
  GEO_COUNTRY_HEADER: z.string().toLowerCase().default('cf-ipcountry'),
  GEO_REGION_HEADER: z.string().toLowerCase().default('cf-region-code'),
  GEO_DATABASE: z.string().optional(),
  METRICS_TOKEN: z.string().optional(),
  DEMO_CAST: flag(true),
  DEMO_PERFORMERS: count(360),
  SMTP_URL: z.string().optional(),
  MAIL_FROM: z.string().default(`${brandIdentity.name} <noreply@${brandIdentity.key}.example>`),
  /** Both, from `npx web-push generate-vapid-keys`; the demo makes its own. */
  VAPID_PUBLIC_KEY: webPushSchemas.publicKey,
  VAPID_PRIVATE_KEY: webPushSchemas.privateKey,
  /** Whom a push service can ask; the sender of mails when left out. */
  VAPID_SUBJECT: webPushSchemas.subject,
  PUSH_SERVICES: webPushSchemas.services,
  PAYMENTS: paymentSchemas.provider,
  PAYNL_SERVICE_ID: paymentSchemas.text,
  /** An `AT-####-####` code; the sales location itself when left out. */
  PAYNL_USERNAME: paymentSchemas.text,
  /** Also signs the provider's notifications. */
  PAYNL_SECRET: paymentSchemas.text,
  PAYNL_URL: paymentSchemas.paynlUrl,
  /** Refunds are made at the older API, on a host of its own. */
  PAYNL_REFUND_URL: paymentSchemas.paynlRefundUrl,
  /** Orders that move no money. */
  PAYNL_TEST: flag(false),
  DIALXS_URL: paymentSchemas.dialxsUrl,
  DIALXS_MERCHANT: paymentSchemas.text,
  /** Also signs the provider's notifications. */
  DIALXS_SECRET: paymentSchemas.dialxsSecret,
  BUNDLES: paymentSchemas.bundles,
  /** Percent of VAT in prices; later rates as `,date:percent`. */
  VAT: paymentSchemas.vat,
  /** Id of the bundle that is marked; empty or unknown: none. */
  POPULAR_BUNDLE: paymentSchemas.popular,
  PAYMENT_METHODS: paymentSchemas.methods,
  /** Left out: the simulator in the demo, nothing in production. */
  IVR: z.enum(['off', 'sandbox']).optional(),
  PHONE_NUMBER: phoneSchemas.number,
  PHONE_CENTS_PER_MINUTE: phoneSchemas.cents,
  PHONE_PROMO: phoneSchemas.promo,
  LOGIN_LABELS: z.enum(['catalogue', 'generic']).default('catalogue'),
  PASSWORD_POLICY: z.enum(passwordPolicies).default('standard'),
  PASSWORD_MEMORY_KIB: passwordSchemas.memory,
  PASSWORD_PASSES: passwordSchemas.passes,
  PASSWORD_THREADS: passwordSchemas.threads,
  /** Hashes at once; each takes a thread of Node's pool and PASSWORD_MEMORY_KIB. */
  PASSWORD_HASHES: passwordSchemas.atOnce,
  /** Hashes that wait for their turn; whoever comes then is asked to come back. */
  PASSWORD_WAITING: passwordSchemas.waiting,
  GUEST_FREE_SECONDS: count(GUEST_FREE_SECONDS),
  /** What a performer does after a VIP show; never straight to everybody unless the operator says so. */
  AFTER_VIP: z.enum(['paused', 'online', 'free']).default('paused'),
  CHAT_MINUTE_SECONDS: z.coerce.number().int().min(1).default(CHAT_MINUTE_SECONDS),
  KEEP_ALIVE_GROUP_MS: z.coerce.number().int().min(0).max(1000).default(300),
  /** Phone numbers, addresses and accounts in a chat: masked, refused, or left. */
  CONTACT_DETAILS: z.enum(['mask', 'refuse', 'off']).default('mask'),
  /** Hours after which the credits of a private message that nobody answered go back; 0 for never. */
  MESSAGE_RETURN_HOURS: count(0),
  /** Days that a private message is kept; 0 for as long as both accounts are. */
  MESSAGE_DAYS: count(0),
  /** Days that the messages of a report are kept after its case was decided. */
  EVIDENCE_DAYS: count(180),
  STORAGE: storageSchemas.kind,
  /** Left out: Amazon's own, of the region. */
  S3_ENDPOINT: storageSchemas.endpoint,
  S3_REGION: storageSchemas.region,
  S3_BUCKET: storageSchemas.text,
  S3_ACCESS_KEY_ID: storageSchemas.text,
  S3_SECRET_ACCESS_KEY: storageSchemas.text,
  /** The bucket in the path instead of in the host's name. */
  S3_PATH_STYLE: flag(false),
  RATE_LIMITS: flag(true),
  /** Packets that a socket may send in 10 s; 0 for any number. */
  SOCKET_EVENTS: count(300),
  /** Open sockets of one IP; 0 for any number. */
  SOCKETS_PER_IP: count(200),
  /** ms that a guest's page is sent unchanged; 0 renders every request. */
  PAGE_FRESH_MS: count(1000),
  /** Days that a visit's own row is kept; then its day and affiliate keep the sums. */
  VISIT_DAYS: z.coerce.number().int().min(1).default(90),
  LOG_LEVEL: z
    .string()
    .toLowerCase()
    .pipe(z.enum(['error', 'warn', 'info', 'debug', 'verbose', 'silent']))
    .optional(),
  BROWSER_LOG_LEVEL: z.string().toUpperCase().default(defaultLogLevel).pipe(z.enum(logLevels)),
  MEDIA_PROCESS: z.enum(['off', 'own', 'thread']).default('thread'),
  MEDIA: janusSchemas.media,
  JANUS_URL: janusSchemas.url,
  JANUS_SECRET: janusSchemas.secret,
  JANUS_ADMIN_URL: janusSchemas.adminUrl,
  JANUS_ADMIN_SECRET: janusSchemas.secret,
  JANUS_ADMIN_KEY: janusSchemas.secret,
  JANUS_FORWARD_HOST: janusSchemas.forwardHost,
  MEDIA_HOST: z.string().default('127.0.0.1'),
  MEDIA_PORTS: z
    .string()
    .regex(/^\d+-\d+$/)
    .optional(),
  ICE_SERVERS: z.string().default('[]').pipe(iceServersSchema),
  TURN_SECRET: z.string().min(16).optional(),
  TURN_TTL_SECONDS: turnTtlSchema,
});

type Environment = z.infer<typeof environmentSchema>;

export interface Config extends ApiAddress, PaymentsConfig {
  mode: 'demo' | 'production';
  host: string;
  port: number;
  dataDir: string;
  promotionsDir: string;
  /** `memory:`, a folder or a `postgres:` URL. */
  databaseUrl: string;
  /** Whether this process has a data folder that no second process may open. */
  ownsFolder: boolean;
  redisUrl: string | null;
  secret: string;
  publicUrl: string;
  apiKey: string;
  trustedProxies: readonly string[];
  geo: {
    block: GeoBlock;
    /** Headers, in lower case, in which a trusted proxy names country and region. */
    countryHeader: string;
    regionHeader: string;
    /** An MMDB file; null for the embedded database. */
    database: string | null;
  };
  metricsToken: string | null;
  secureCookies: boolean;
  demoCast: boolean;
  demoPerformers: number;
  smtpUrl: string | null;
  mailFrom: string;
  webPush: WebPushConfig;
  ivr: 'off' | 'sandbox';
  phone: PhoneConfig;
  loginLabels: 'catalogue' | 'generic';
  passwordPolicy: PasswordPolicy;
  passwords: PasswordConfig;
  guestFreeSeconds: number;
  /** A performer's status after a VIP show. */
  afterVip: 'paused' | 'online' | 'free';
  /** Of a paid minute. */
  chatMinuteSeconds: number;
  /** ms in which keep-alives are gathered and stored together. */
  keepAliveGroupMs: number;
  contactDetails: 'mask' | 'refuse' | 'off';
  /** Hours until an unanswered message is given back, and days a message is kept; 0 for never. */
  messageReturnHours: number;
  messageDays: number;
  evidenceDays: number;
  storage: StorageConfig;
  rateLimits: boolean;
  /** Packets that a socket may send in 10 s, and open sockets of one IP; 0 for any number. */
  socketEvents: number;
  socketsPerIp: number;
  /** ms; 0 keeps no page. */
  pageFreshMs: number;
  /** Days that a visit's own row is kept. */
  visitDays: number;
  logLevel: 'error' | 'warn' | 'info' | 'debug' | 'verbose' | 'silent';
  browserLogLevel: LogLevel;
  media: MediaConfig;
}

/** Throws ConfigError that names every variable that is wrong or missing. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const filled = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = environmentSchema.safeParse(filled);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`The environment is not usable:\n${wrong.join('\n')}`);
  }
  const env = parsed.data;
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`;
  const demo = env.MODE === 'production' ? demoParts(env) : [];
  if (demo.length > 0)
    throw new ConfigError(`MODE=production refuses to start; set these first:\n${demo.join('\n')}`);
  return {
    mode: env.MODE,
    host: env.HOST,
    port: env.PORT,
    dataDir: env.DATA_DIR,
    promotionsDir: env.PROMOTIONS,
    databaseUrl: env.DATABASE_URL ?? `${env.DATA_DIR}/db`,
    ownsFolder: env.DATABASE_URL === undefined,
    redisUrl: env.REDIS_URL ?? null,
    secret: env.SECRET,
    publicUrl,
    ...apiAddress(publicUrl, env),
    apiKey: env.API_KEY,
    trustedProxies: env.TRUSTED_PROXIES.split(',').filter(Boolean),
    geo: {
      block: env.GEO_BLOCK,
      countryHeader: env.GEO_COUNTRY_HEADER,
      regionHeader: env.GEO_REGION_HEADER,
      database: env.GEO_DATABASE ?? null,
    },
    metricsToken: env.METRICS_TOKEN ?? null,
    secureCookies: env.MODE === 'production',
    demoCast: env.MODE === 'demo' && env.DEMO_CAST,
    demoPerformers: env.DEMO_PERFORMERS,
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM,
    webPush: checkedWebPush(env),
    ...usable(paymentsConfig(env)),
    ivr: env.IVR ?? (env.MODE === 'demo' ? 'sandbox' : 'off'),
    phone: phoneConfig(env),
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
    rateLimits: env.RATE_LIMITS,
    socketEvents: env.SOCKET_EVENTS,
    socketsPerIp: env.SOCKETS_PER_IP,
    pageFreshMs: env.PAGE_FRESH_MS,
    visitDays: env.VISIT_DAYS,
    // The demo's terminal is read by a person, production's log by machines.
    logLevel: env.LOG_LEVEL ?? (env.MODE === 'demo' ? 'warn' : 'info'),
    browserLogLevel: env.BROWSER_LOG_LEVEL,
    media: usable(mediaConfig(env)),
  };
}

function apiAddress(publicUrl: string, env: Environment): ApiAddress {
  const address = readApiAddress({ publicUrl, API_URL: env.API_URL, COOKIE_DOMAIN: env.COOKIE_DOMAIN });
  if (typeof address === 'string') throw new ConfigError(`The environment is not usable:\n  ${address}`);
  return address;
}

/** A part of the configuration, or what is wrong with it in a sentence. */
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
