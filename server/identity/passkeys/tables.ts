import { sql } from 'drizzle-orm';
import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { bigInt, bytes, moment } from '#server/db/columns.ts';

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
  purpose: text({ enum: ['add', 'log-in'] }).notNull(),
  /** Session in which a passkey is added. */
  sessionId: text('session_id'),
  /** User handle of the new passkey. */
  userHandle: text('user_handle'),
  expiresAt: moment('expires_at').notNull(),
});
