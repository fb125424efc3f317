import { sql } from 'drizzle-orm';
import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { bigInt, bytes, moment } from '#server/db/columns.ts';
import { members } from '../account/tables.ts';

export const passkeys = pgTable('passkey', {
  id: text().primaryKey(),
  memberId: integer('member_id')
    .notNull()
    .references(() => members.id),
  /** By which an authenticator names it; base64url. */
  credentialId: text('credential_id').notNull().unique(),
  /** COSE. */
  publicKey: bytes('public_key').notNull(),
  /** The account's name for authenticators: random, the same for all passkeys of a member; base64url. */
  userHandle: text('user_handle').notNull(),
  name: text().notNull(),
  transports: jsonb().$type<string[]>().notNull().default(sql`'[]'::jsonb`),
  /** Uses, as the authenticator counts them; 0 where it does not. */
  counter: bigInt().notNull(),
  /** Kept by a provider on several devices. */
  isSynced: boolean('is_synced').notNull(),
  createdAt: moment('created_at').notNull(),
  lastUsedAt: moment('last_used_at'),
  /** A login was refused, because its counter did not grow. */
  copiedAt: moment('copied_at'),
});

/** What waits for an answer of the browser; a row is deleted when the answer comes. */
export const passkeyChallenges = pgTable('passkey_challenge', {
  hash: text().primaryKey(),
  purpose: text({ enum: ['add', 'log-in'] }).notNull(),
  /** Of the member who adds. */
  sessionId: text('session_id'),
  /** Of the passkey that is added. */
  userHandle: text('user_handle'),
  expiresAt: moment('expires_at').notNull(),
});
