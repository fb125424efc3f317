import { sql } from 'drizzle-orm';
import { boolean, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { operatorRoles } from '#contract/desk/roles.ts';
import { sessionEnds } from '#contract/studio/account/account-calls.ts';
import { bigInt, bytes, locale, moment } from '#server/db/columns.ts';

export const sessions = pgTable('session', {
  id: text().primaryKey(),
  memberId: integer('member_id'),
  performerId: integer('performer_id'),
  operatorId: integer('operator_id'),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  /** Only tokens of this generation are valid. */
  generation: integer().notNull().default(0),
  endedAt: moment('ended_at'),
  /** Browser and system, `Firefox · Linux`; null if neither was recognized. */
  device: text(),
  /** ISO 3166-1 code of the country of its latest use from a known one; null if unknown. */
  country: text(),
  /** Accurate to SEEN_EVERY_MS. */
  lastSeenAt: moment('last_seen_at'),
  /** What an operator's session is bound to: `device ` and the hash of the secret in its browser's own cookie. */
  browser: text(),
  /** Set if a reset link opened the session: its token may replace the old password once, until `resetUntil`. */
  resetHash: text('reset_hash'),
  resetUntil: moment('reset_until'),
  /** When the person last proved a second factor in this login. */
  factorAt: moment('factor_at'),
  /** Since when an operator was away: the session goes on with a passkey or code. */
  lockedAt: moment('locked_at'),
  /** Why it was ended; null for one that is open, that expired, or whose end was not noted. */
  endedBy: text('ended_by', { enum: sessionEnds }),
  /** Whether the performer was live then; null for other sessions, and for those that expired. */
  endedLive: boolean('ended_live'),
});

export const operators = pgTable('operator', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** In audit rows; never used again for another person. */
  name: text().notNull(),
  email: text().notNull(),
  role: text({ enum: operatorRoles }).notNull(),
  /** Of mails to the operator. */
  language: locale(),
  /** Null until the one-time link is redeemed; so is the key. */
  passwordHash: text('password_hash'),
  /** Sealed key of the authenticator app. */
  codeKey: bytes('code_key'),
  /** Period of the last accepted code: a code is accepted once. */
  codePeriod: bigInt('code_period'),
  /** Periods of 30 s by which the app was ahead at its last code. */
  codeDrift: smallint('code_drift').notNull().default(0),
  /** Seen at a login: shorter than a new one may be. */
  hasShortPassword: boolean('has_short_password').notNull().default(false),
  createdAt: moment('created_at').notNull(),
  /** Without access from then on; the row stays, because audit rows name it. */
  disabledAt: moment('disabled_at'),
});

/** Single-use links to the desk; only the token's hash is stored. */
export const operatorLinks = pgTable('operator_link', {
  tokenHash: text('token_hash').primaryKey(),
  operatorId: integer('operator_id').notNull(),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
});

export const passkeys = pgTable('passkey', {
  id: text().primaryKey(),
  /** A member's, a performer's or an operator's. */
  memberId: integer('member_id'),
  performerId: integer('performer_id'),
  operatorId: integer('operator_id'),
  /** The authenticator's id of the passkey; base64url. */
  credentialId: text('credential_id').notNull().unique(),
  /** COSE. */
  publicKey: bytes('public_key').notNull(),
  /** The account's id for authenticators: random, the same for all passkeys of an account; base64url. */
  userHandle: text('user_handle').notNull(),
  name: text().notNull(),
  transports: jsonb().$type<string[]>().notNull().default(sql`'[]'::jsonb`),
  /** The authenticator's signature counter; 0 if it has none. */
  counter: bigInt().notNull(),
  /** Synced by a provider between several devices. */
  isSynced: boolean('is_synced').notNull(),
  createdAt: moment('created_at').notNull(),
  lastUsedAt: moment('last_used_at'),
  /** When a login was refused because the counter did not grow. */
  copiedAt: moment('copied_at'),
});

/** Challenges waiting for the browser's response; a row is deleted when it arrives. */
export const passkeyChallenges = pgTable('passkey_challenge', {
  hash: text().primaryKey(),
  purpose: text({ enum: ['add', 'log-in', 'prove'] }).notNull(),
  /** Session in which a passkey is added or proved. */
  sessionId: text('session_id'),
  /** User handle of the new passkey. */
  userHandle: text('user_handle'),
  expiresAt: moment('expires_at').notNull(),
});

/**
 * Browsers subscribed to notices, each by a member or a performer. Valid while its session has not been ended and it is
 * renewed in time.
 */
export const browserSubscriptions = pgTable('browser_subscription', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** URL at the browser's push service; secret. */
  endpoint: text().notNull().unique(),
  /** The browser's public key, for encryption. */
  p256dh: text().notNull(),
  auth: text().notNull(),
  /** One of the two is set. */
  memberId: integer('member_id'),
  performerId: integer('performer_id'),
  sessionId: text('session_id').notNull(),
  createdAt: moment('created_at').notNull(),
  renewedAt: moment('renewed_at').notNull(),
  /** Whether a member's is told of messages; of favourites it is told in any case. */
  messages: boolean().notNull().default(true),
});

/** A performer's second factor besides her passkeys: the authenticator app. */
export const performerFactors = pgTable('performer_factor', {
  performerId: integer('performer_id').primaryKey(),
  /** When she was asked whether she wants one; she is asked once. */
  offeredAt: moment('offered_at'),
  /** Sealed key of the app; null without one, and so are the next two. */
  codeKey: bytes('code_key'),
  /** Period of the last accepted code: a code is accepted once. */
  codePeriod: bigInt('code_period'),
  codeSince: moment('code_since'),
});

/** Each replaces a code of the app once; only hashes are stored. */
export const recoveryCodes = pgTable(
  'performer_recovery_code',
  {
    performerId: integer('performer_id').notNull(),
    codeHash: text('code_hash').notNull(),
    createdAt: moment('created_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [primaryKey({ columns: [table.performerId, table.codeHash] })],
);

/** Links by which a performer undoes a login that was not hers; only the token's hash is stored. */
export const loginUndos = pgTable('performer_login_undo', {
  tokenHash: text('token_hash').primaryKey(),
  performerId: integer('performer_id').notNull(),
  /** That of the login. */
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
});
