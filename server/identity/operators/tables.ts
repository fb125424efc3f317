import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { operatorRoles } from '#contract/desk/roles.ts';
import { bigInt, bytes, locale, moment } from '#server/db/columns.ts';

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
