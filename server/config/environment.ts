import { z } from 'zod';
import { brandIdentity } from '#contract/brand.ts';
import { defaultDays } from '#contract/content/texts.ts';
import { passwordPolicies } from '#contract/member/account/credentials.ts';
import { DEFAULT_GEO_BLOCK, geoBlockSchema } from '#contract/safety/geo.ts';
import { defaultLogLevel, logLevels } from '#contract/site/configuration.ts';
import { GUEST_FREE_SECONDS } from '#contract/wallet/prices.ts';
import { deskVariables } from './desk.ts';
import { count, flag, is, secret, withPassword } from './explained.ts';
import { passwordSchemas, sessionVariables } from './logins.ts';
import { iceServersSchema, janusSchemas, turnTtlSchema } from './media.ts';
import { bankVariables } from './money/bank.ts';
import { writtenLimits } from './money/desk-limits.ts';
import { freeCreditVariables } from './money/offers.ts';
import { paymentSchemas, phoneVariables } from './money/payments.ts';
import { vatVariables } from './money/vat.ts';
import { performerVariables } from './performers.ts';
import { CHAT_MINUTE_SECONDS, DEMO_API_KEY, DEMO_SECRET } from './production.ts';
import { proxiesSchema } from './proxies.ts';
import { scanVariables, storageSchemas } from './storage.ts';
import { webPushSchemas } from './web-push.ts';

const general = {
  MODE: is(
    z.enum(['demo', 'production']).default('demo'),
    '`demo` or `production`, see [install](operate/install.md)',
  ),
  HOST: is(z.string().default('127.0.0.1'), 'IP to listen on'),
  PORT: is(
    z.coerce.number().int().min(0).max(65_535).default(4321),
    'port of pages, API and sockets; `0` for any free one',
  ),
  PUBLIC_URL: is(
    z.url().optional(),
    'URL of the site, with which links in mails begin; https in production, because cookies are Secure',
    '`http://localhost:PORT`',
  ),
  API_URL: is(
    z.url().optional(),
    'origin of API, sockets and media if they have their own, such as `https://api.vonk.example`; must belong to the same site, see [proxy](operate/proxy.md)',
    'that of `PUBLIC_URL`',
  ),
  COOKIE_DOMAIN: is(
    z.string().optional(),
    'domain of the cookies if `API_URL` and `PUBLIC_URL` are siblings: `vonk.example` for `www.` and `api.vonk.example`; also the domain of [passkeys](operate/proxy.md#passkeys)',
    'the parent, if one host ends with the other',
  ),
  ...deskVariables,
  TRUSTED_PROXIES: is(
    proxiesSchema,
    'IPs or ranges, separated by commas, of trusted proxies; `x-forwarded-for` is ignored from any other IP. Production refuses IPv4 ranges larger than /8 and IPv6 ranges larger than /16',
  ),
  SECRET: secret(
    z.string().default(DEMO_SECRET),
    'signs sessions and tokens; in production 32 random characters or more',
    'demo value',
  ),
  SECRET_BEFORE: secret(
    z.string().optional(),
    'the secret before, only for `npm run admin -- secret reseal`, see [upgrade](operate/upgrade.md#rotate-the-secret)',
  ),
  API_KEY: is(
    z.string().min(8).default(DEMO_API_KEY),
    'key sent with every call. Not a secret, because pages contain it; production requires your own',
  ),
  METRICS_TOKEN: secret(z.string().optional(), 'bearer token for `/metrics`; required in production'),
  LOG_LEVEL: is(
    z
      .string()
      .toLowerCase()
      .pipe(z.enum(['error', 'warn', 'info', 'debug', 'verbose', 'silent']))
      .optional(),
    '`error`, `warn`, `info`, `debug`, `verbose` or `silent`',
    '`warn` in the demo, else `info`',
  ),
  BROWSER_LOG_LEVEL: is(
    z.string().toUpperCase().default(defaultLogLevel).pipe(z.enum(logLevels)),
    'what pages write to the console of the browser: `ERROR`, `WARN`, `INFO`, `DEBUG` or `VERBOSE`; also in `/common/configuration.json`',
  ),
};

const data = {
  DATA_DIR: is(
    z.string().default('./data'),
    'folder of the embedded database, its lock, pictures and the outbox of the demo',
  ),
  AUDIT_HEAD_FILE: is(
    z.string().min(1).optional(),
    'file to which the end of the [audit trail](operate/metrics.md#the-audit-trail) is added each hour; best on a disk that the owner of the database cannot write to',
    '`DATA_DIR/audit-heads.log`',
  ),
  DATABASE_URL: withPassword(
    z.string().optional(),
    '`postgres://…` instead of the embedded database',
    'PGlite in `DATA_DIR/db`',
  ),
  ALLOW_EMBEDDED: is(
    flag(false),
    'lets production run on the embedded database, which loses acknowledged payments in a power cut',
  ),
  REDIS_URL: withPassword(
    z.string().optional(),
    'Redis that shares pushes, ended sessions and limits between nodes',
  ),
  STORAGE: is(
    storageSchemas.kind,
    'where photos of private messages and what performers add are stored: `folder` (`DATA_DIR/files`; nodes with one database need a shared one) or `s3`',
  ),
  S3_ENDPOINT: is(
    storageSchemas.endpoint,
    'URL of another server with the S3 API',
    'Amazon S3 in `S3_REGION`',
  ),
  S3_REGION: is(storageSchemas.region, 'region of the bucket'),
  S3_BUCKET: is(storageSchemas.text, 'an existing, private bucket'),
  S3_ACCESS_KEY_ID: is(storageSchemas.text, 'key that may put, get and delete objects in the bucket'),
  S3_SECRET_ACCESS_KEY: secret(storageSchemas.text, 'secret of that key'),
  S3_PATH_STYLE: is(
    flag(false),
    'puts the bucket into the path instead of the host name, as many self-hosted servers need',
  ),
};

const site = {
  PAGE_FRESH_MS: is(count(1000), 'ms for which a page for guests is cached; `0` renders each request'),
  PROMOTIONS: is(
    z.string().default('src/content/promotions'),
    'folder of [promotions](add-a-promotion.md), read at start',
  ),
  GEO_BLOCK: is(
    z.string().default(DEFAULT_GEO_BLOCK).pipe(geoBlockSchema),
    'countries (`SE`) or regions (`US-TX`) that are not served, separated by commas; `none` serves everywhere. Codes that do not exist are refused, and regions where they cannot be known, see [geo block](operate/geo-block.md)',
  ),
  GEO_COUNTRY_HEADER: is(
    z.string().toLowerCase().default('cf-ipcountry'),
    "header in which a trusted proxy names the visitor's country",
  ),
  GEO_REGION_HEADER: is(
    z.string().toLowerCase().default('cf-region-code'),
    'the same for the region (`TX` or `US-TX`). Regions count as known only if you set it, see [geo block](operate/geo-block.md)',
  ),
  GEO_DATABASE: is(z.string().optional(), 'MMDB file to use instead', 'embedded, with countries only'),
  VISIT_DAYS: is(
    z.coerce.number().int().min(1).default(defaultDays.visitDays),
    'days for which each counted visit has its own row; afterwards only sums by day and affiliate are kept. The cookie statement names them as `{{visitDays}}`',
  ),
};

const limits = {
  ...sessionVariables,
  RATE_LIMITS: is(
    flag(true),
    'turns all rate limits on or off; `false` is for measurements only and refused in production',
  ),
  SOCKET_EVENTS: is(
    count(300),
    'packets a socket may send in 10 s before it is disconnected; `0` for no limit, refused in production',
  ),
  SOCKETS_PER_IP: is(
    count(200),
    'open sockets of one IP (IPv6: one /64) per node; `0` for no limit, refused in production',
  ),
};

const accounts = {
  LOGIN_LABELS: is(
    z.enum(['catalogue', 'generic']).default('catalogue'),
    '`catalogue`: the labels of the specification; `generic`: no response reveals whether an address has an account, and members can log in only after following the activation link',
  ),
  PASSWORD_POLICY: is(
    z.enum(passwordPolicies).default('standard'),
    '`standard`; `asvs`: 8 to 64 characters, no composition rules; `spec`: only the rules of the specification. The first two also refuse passwords that are common in breaches',
  ),
  PASSWORD_MEMORY_KIB: is(
    passwordSchemas.memory,
    'KiB of memory for one password hash (Argon2id), see [passwords](operate/limits.md#what-a-password-hash-costs)',
  ),
  PASSWORD_PASSES: is(passwordSchemas.passes, 'passes over that memory'),
  PASSWORD_THREADS: is(passwordSchemas.threads, 'threads of one hash'),
  PASSWORD_HASHES: is(
    passwordSchemas.atOnce,
    "hashes at once; each takes a thread of Node's pool and `PASSWORD_MEMORY_KIB`",
  ),
  PASSWORD_WAITING: is(passwordSchemas.waiting, 'hashes that may wait; further logins get 503'),
};

const chat = {
  GUEST_FREE_SECONDS: is(
    count(GUEST_FREE_SECONDS),
    'seconds of free chat for a guest, per performer and day',
  ),
  AFTER_VIP: is(
    z.enum(['paused', 'online', 'free']).default('paused'),
    "a performer's status after a VIP show: `paused`, `online` or `free`",
  ),
  CONTACT_DETAILS: is(
    z.enum(['mask', 'refuse', 'off']).default('mask'),
    'how chats and messages treat phone numbers, addresses and accounts on other sites: `mask`, `refuse` or `off`',
  ),
  CHAT_MINUTE_SECONDS: is(
    z.coerce.number().int().min(1).default(CHAT_MINUTE_SECONDS),
    'seconds in a paid minute; other values are for tests only and refused in production',
  ),
  KEEP_ALIVE_GROUP_MS: is(
    z.coerce.number().int().min(0).max(1000).default(500),
    'keep-alives that arrive within this many ms are stored together, which delays each response by up to as much',
  ),
};

const messages = {
  MESSAGE_RETURN_HOURS: is(
    count(0),
    'hours after which the credits of an unanswered private message are returned; `0` for never',
  ),
  MESSAGE_DAYS: is(
    count(0),
    'days after which a private message is deleted for both sides; `0` keeps it as long as both accounts exist',
  ),
  EVIDENCE_DAYS: is(
    count(defaultDays.evidenceDays),
    'days for which copies of reported private messages are kept after the decision, see [reports](operate/moderation.md#reports). The privacy statement names them as `{{evidenceDays}}`',
  ),
};

const pictures = {
  MEDIA_REVIEW: is(
    z.enum(['on', 'off']).default('off'),
    '`on`: pictures and films that performers add wait until you accept them, see [review](operate/moderation.md#pictures-and-films-of-performers)',
  ),
  ...scanVariables,
};

const mail = {
  SMTP_URL: withPassword(
    z.string().optional(),
    'mail server; required in production. Without it mails stay in the outbox of the demo',
  ),
  MAIL_FROM: is(
    z.string().default(`${brandIdentity.name} <noreply@${brandIdentity.key}.example>`),
    'sender of mails',
  ),
  MAIL_REPLY_TO: is(
    z.email().optional(),
    'address that gets the replies to mails; somebody must read it. Required in production',
    `\`support@${brandIdentity.key}.example\``,
  ),
  VAPID_PUBLIC_KEY: is(
    webPushSchemas.publicKey,
    'identifies the site to push services, from `npx web-push generate-vapid-keys`. After a change every browser must subscribe again',
    'none: no notices in browsers; the demo creates its own',
  ),
  VAPID_PRIVATE_KEY: secret(webPushSchemas.privateKey, 'private key of that pair; secret'),
  VAPID_SUBJECT: is(
    webPushSchemas.subject,
    'contact for push services; `mailto:` or `https:`',
    '`mailto:` and the address of `MAIL_FROM`',
  ),
  PUSH_SERVICES: is(
    webPushSchemas.services,
    'hosts of push services, including subdomains, separated by commas; subscriptions at other hosts are refused',
    'those of Chrome, Edge, Firefox and Safari',
  ),
};

const payments = {
  PAYMENTS: is(
    paymentSchemas.provider,
    'payment provider: `sandbox`, `paynl` for real money, or `dialxs`, whose format is unverified, see [payments](operate/payments.md)',
  ),
  PAYNL_SERVICE_ID: is(paymentSchemas.text, 'sales location, `SL-####-####`'),
  PAYNL_USERNAME: is(paymentSchemas.text, 'user of the API, `AT-####-####`', 'the sales location'),
  PAYNL_SECRET: secret(paymentSchemas.text, 'token or secret of that user; also verifies notifications'),
  PAYNL_URL: is(paymentSchemas.paynlUrl, 'API for orders'),
  PAYNL_REFUND_URL: is(paymentSchemas.paynlRefundUrl, 'older API, used for refunds'),
  PAYNL_TEST: is(
    flag(false),
    'creates test orders, which move no money but give credits; refused in production',
  ),
  DIALXS_URL: is(paymentSchemas.dialxsUrl, 'URL of the API of DialXS'),
  DIALXS_MERCHANT: is(paymentSchemas.text, 'merchant account at DialXS'),
  DIALXS_SECRET: secret(
    paymentSchemas.dialxsSecret,
    'secret of that account, 16 characters or more; also verifies notifications',
  ),
  BUNDLES: is(
    paymentSchemas.bundles,
    'bundles on sale, in display order: `id:cents:credits`, separated by commas',
  ),
  POPULAR_BUNDLE: is(
    paymentSchemas.popular,
    'id of the bundle marked as recommended; an unknown id marks none',
  ),
  PAYMENT_METHODS: is(
    paymentSchemas.methods,
    "payment methods: `method:id`, separated by commas, with the ids of the provider's account",
    'five methods; two for DialXS',
  ),
  DESK_LIMITS: is(
    paymentSchemas.deskLimits,
    'what one operator may do without a second one: `act:one:day`, separated by commas; acts that are left out keep their limits. `one` is the most in one act and for one member on a day, `day` the most of an operator on a day; in cents, or in acts for `approval`, `record` and `export`. See [acts of value](operate/desk.md#acts-of-value)',
    `\`${writtenLimits}\``,
  ),
  REFUND_REVIEW_ABOVE: is(paymentSchemas.replacedByLimits, 'replaced by `DESK_LIMITS`; refused if it is set'),
  ...vatVariables,
};

const media = {
  MEDIA: is(
    janusSchemas.media,
    'media server: `embedded` in this process, or `janus`, see [media server](operate/media.md)',
  ),
  MEDIA_HOST: is(
    z.string().default('127.0.0.1'),
    'IPv4 address that players and encoders send media to; the public one in production',
  ),
  MEDIA_PORTS: is(
    z
      .string()
      .regex(/^\d+-\d+$/, 'must be a range like 40000-40999')
      .optional(),
    'UDP range such as `40000-40999`; at least one port per viewer and encoder, on each network interface',
    'any free ports',
  ),
  MEDIA_PROCESS: is(
    z.enum(['off', 'own', 'thread']).default('thread'),
    'where the embedded media server runs: `thread` (a worker thread), `own` (a child process), `off` (the thread that renders pages)',
  ),
  ICE_SERVERS: withPassword(
    z.string().default('[]').pipe(iceServersSchema),
    'STUN and TURN servers for players and encoders, as a JSON list for `RTCPeerConnection`',
  ),
  TURN_SECRET: secret(
    z.string().min(16).optional(),
    'shared secret of the TURN servers (coturn: `static-auth-secret`), 16 characters or more; servers without a login in `ICE_SERVERS` get temporary credentials',
  ),
  TURN_TTL_SECONDS: is(
    turnTtlSchema,
    'lifetime of those credentials in seconds; at least an hour, the time within which a player may reconnect',
  ),
  JANUS_URL: is(janusSchemas.url, "Janus' API over HTTP, as this process reaches it"),
  JANUS_SECRET: secret(
    janusSchemas.secret,
    "Janus' `api_secret`, 16 characters or more; required with `MEDIA=janus`, as are the two secrets below",
  ),
  JANUS_ADMIN_URL: is(janusSchemas.adminUrl, "Janus' Admin API over HTTP"),
  JANUS_ADMIN_SECRET: secret(janusSchemas.secret, "Janus' `admin_secret`, 16 characters or more"),
  JANUS_ADMIN_KEY: secret(janusSchemas.secret, "the VideoRoom's `admin_key`, 16 characters or more"),
  JANUS_FORWARD_HOST: is(
    janusSchemas.forwardHost,
    'IPv4 address of this process to which Janus forwards UDP, for snapshots',
  ),
};

const demo = {
  DEMO_CAST: is(flag(true), 'starts the broadcasters of the demo; ignored in production'),
  DEMO_PERFORMERS: is(count(360), 'number of fictional performers added to an empty database'),
};

/** Every variable, by its heading in docs/variables.md. */
export const variables = {
  Process: general,
  Data: data,
  Site: site,
  'Limits for clients': limits,
  Accounts: accounts,
  Chat: chat,
  'Private messages': messages,
  Performers: performerVariables,
  Pictures: pictures,
  'Mail and notices': mail,
  Payments: payments,
  Bank: bankVariables,
  'Free credits': freeCreditVariables,
  'Phone calls': phoneVariables,
  'Media server': media,
  Demo: demo,
} as const;

export const environmentSchema = z.object({
  ...general,
  ...data,
  ...site,
  ...limits,
  ...accounts,
  ...chat,
  ...messages,
  ...performerVariables,
  ...pictures,
  ...mail,
  ...payments,
  ...bankVariables,
  ...freeCreditVariables,
  ...phoneVariables,
  ...media,
  ...demo,
});

export type Environment = z.infer<typeof environmentSchema>;
