import { randomBytes } from 'node:crypto';
import { brandIdentity } from '#contract/brand.ts';
import { MINUTE_MS } from '#contract/chat/units.ts';
import type { DeskLimits } from '#contract/desk/value/acts-of-value.ts';
import { highLimits } from './money/desk-limits.ts';
import { nameStrangers } from './proxies.ts';

export const CHAT_MINUTE_SECONDS = MINUTE_MS / 1000;

export const DEMO_SECRET = 'demo-secret-that-protects-nothing-but-the-demo';

export const DEMO_API_KEY = brandIdentity.apiKey;

interface DemoVariables {
  readonly SECRET: string;
  readonly DATABASE_URL?: string | undefined;
  readonly ALLOW_EMBEDDED: boolean;
  readonly PUBLIC_URL?: string | undefined;
  readonly SMTP_URL?: string | undefined;
  readonly MAIL_REPLY_TO?: string | undefined;
  readonly PAYMENTS: string;
  readonly PAYNL_TEST: boolean;
  readonly IVR?: string | undefined;
  readonly MEDIA: string;
  readonly MEDIA_HOST: string;
  readonly METRICS_TOKEN?: string | undefined;
  readonly API_KEY: string;
  readonly CHAT_MINUTE_SECONDS: number;
  readonly TURN_SECRET?: string | undefined;
  readonly ICE_SERVERS: readonly { readonly credential?: string | undefined }[];
  readonly RATE_LIMITS: boolean;
  readonly SOCKET_EVENTS: number;
  readonly SOCKETS_PER_IP: number;
  readonly TRUSTED_PROXIES: string;
  readonly DESK_LIMITS: DeskLimits;
}

const newSecret = (): string => randomBytes(24).toString('hex');

/** Bytes: a shorter secret can be guessed by brute force. */
const VARIETY_MIN = 16;

/** The same for secrets that others may have chosen, such as a payment provider. */
const OTHERS_VARIETY_MIN = 8;

const weakness = (name: string, secret: string, least = VARIETY_MIN): string | null =>
  varietyOf(secret) < least
    ? `  ${name}: a random secret, without repeated characters (for example ${newSecret()})`
    : null;

/** Judged by rules of their own, or, like the secret before, replaced because it may be weak. */
const judgedApart: readonly string[] = ['SECRET', 'SECRET_BEFORE', 'TURN_SECRET'];

const weakOthers = (env: object, secrets: readonly string[]): (string | null)[] =>
  Object.entries(env).map(([name, value]: [string, unknown]) =>
    secrets.includes(name) && !judgedApart.includes(name) && typeof value === 'string'
      ? weakness(name, value, OTHERS_VARIETY_MIN)
      : null,
  );

/** Passwords in a URL: of its user, or by name in its query; empty ones do not count. */
function passwordsIn(url: string): string[] {
  const [, authority = '', query = ''] = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)[^?#]*\??([^#]*)/i.exec(url) ?? [];
  const login = authority.slice(0, Math.max(0, authority.lastIndexOf('@')));
  const [, own = ''] = /^[^:]*:(.*)$/s.exec(login) ?? [];
  return [decoded(own), ...new URLSearchParams(query).getAll('password')].filter(Boolean);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Refuse every login by themselves. */
const origins: readonly string[] = ['PUBLIC_URL', 'API_URL', 'DESK_URL'];

/** Weak passwords inside other variables, one line per variable. */
const weakParts = (env: DemoVariables): (string | null)[] => {
  const urls = Object.entries(env).map(([name, value]: [string, unknown]) => ({
    name,
    passwords: typeof value === 'string' && !origins.includes(name) ? passwordsIn(value) : [],
  }));
  const logins = env.ICE_SERVERS.flatMap(({ credential }) => credential ?? []);
  return [...urls, { name: 'ICE_SERVERS', passwords: logins }].map(({ name, passwords }) =>
    passwords.some((password) => varietyOf(password) < OTHERS_VARIETY_MIN)
      ? `  ${name}: a random password, without repeated characters (for example ${newSecret()})`
      : null,
  );
};

/** Demo values that must not reach production: one line per variable to set first. `secrets` names the secrets. */
export function demoParts(env: DemoVariables, secrets: readonly string[]): string[] {
  return [
    env.SECRET === DEMO_SECRET || env.SECRET.length < 32
      ? `  SECRET: a secret of your own, 32 characters or more (for example ${newSecret()})`
      : weakness('SECRET', env.SECRET),
    env.TURN_SECRET === undefined ? null : weakness('TURN_SECRET', env.TURN_SECRET),
    ...weakOthers(env, secrets),
    ...weakParts(env),
    env.DATABASE_URL || env.ALLOW_EMBEDDED
      ? null
      : '  DATABASE_URL: a PostgreSQL database; or ALLOW_EMBEDDED=true, if a power cut may lose acknowledged payments',
    env.PUBLIC_URL?.startsWith('https://')
      ? null
      : '  PUBLIC_URL: the https:// address of the site, so that cookies are Secure',
    env.SMTP_URL ? null : '  SMTP_URL: a mail server; the demo outbox delivers nothing',
    env.MAIL_REPLY_TO ? null : '  MAIL_REPLY_TO: an address that somebody reads; mails ask for replies',
    env.PAYMENTS === 'sandbox'
      ? '  PAYMENTS: a real payment provider; the sandbox books credits without a payment'
      : null,
    env.PAYNL_TEST ? '  PAYNL_TEST: false or left out; a test order books credits without a payment' : null,
    env.IVR === 'sandbox'
      ? '  IVR: off or left out; the sandbox lets guests watch without paying for a call'
      : null,
    env.MEDIA === 'embedded' && env.MEDIA_HOST === '127.0.0.1'
      ? '  MEDIA_HOST: the address at which viewers reach the media ports'
      : null,
    env.METRICS_TOKEN === undefined
      ? `  METRICS_TOKEN: a token that protects /metrics (for example ${newSecret()})`
      : null,
    env.API_KEY === DEMO_API_KEY ? '  API_KEY: a key of your own' : null,
    env.CHAT_MINUTE_SECONDS === CHAT_MINUTE_SECONDS
      ? null
      : `  CHAT_MINUTE_SECONDS: left out; a paid minute lasts ${CHAT_MINUTE_SECONDS} seconds`,
    env.RATE_LIMITS ? null : '  RATE_LIMITS: true or left out; without limits passwords can be guessed',
    env.SOCKET_EVENTS > 0
      ? null
      : '  SOCKET_EVENTS: left out, or a number above 0; without a limit one socket can overload a node',
    env.SOCKETS_PER_IP > 0
      ? null
      : '  SOCKETS_PER_IP: left out, or a number above 0; without a limit one IP can use all sockets of a node',
    nameStrangers(env.TRUSTED_PROXIES.split(',').filter(Boolean))
      ? '  TRUSTED_PROXIES: the addresses of your own proxies; with so large a network anybody can claim any address'
      : null,
    ...highLimits(env.DESK_LIMITS),
  ].filter((line) => line !== null);
}

/** Character classes of a secret, and the size of each. */
const classes: readonly (readonly [RegExp, number])[] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/[^a-zA-Z\d]/, 32],
];
/** A part of this length that occurred before adds nothing. */
const REPEATED = 4;

/** Upper bound of a secret's strength in bytes: repeated parts and sequences (`aaaa`, `abcd`) add nothing. */
function varietyOf(secret: string): number {
  const isHex = /^[\da-f]+$/i.test(secret) && /[a-f]/i.test(secret);
  const sizes = classes.filter(([pattern]) => pattern.test(secret)).map(([, size]) => size);
  const alphabet = isHex ? 16 : sizes.reduce((sum, size) => sum + size, 0);
  return (countNew(secret) * Math.log2(Math.max(2, alphabet))) / 8;
}

function countNew(secret: string): number {
  const parts = new Set<string>();
  const codes = [...secret].map((character) => character.codePointAt(0) ?? 0);
  let count = 0;
  for (const [at, code] of codes.entries()) {
    const step = code - (codes[at - 1] ?? Number.NaN);
    const isInRow = Math.abs(step) <= 1 && step === (codes[at - 1] ?? 0) - (codes[at - 2] ?? Number.NaN);
    const part = codes.slice(Math.max(0, at - REPEATED + 1), at + 1).join();
    const isRepeated = at >= REPEATED - 1 && parts.has(part);
    parts.add(part);
    if (!isInRow && !isRepeated) count += 1;
  }
  return count;
}
