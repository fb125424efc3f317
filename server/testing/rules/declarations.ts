import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { LIST_FILE } from '#contract/desk/described/sections.ts';
import { WALL_PICTURE_FILE } from '#contract/desk/live-calls.ts';
import { BOOKS_FILE } from '#contract/desk/money/book-calls.ts';
import { BANK_FILE, STATEMENT_FILE } from '#contract/desk/money/payout-calls.ts';
import { DAC7_FILE } from '#contract/desk/money/tax-calls.ts';
import { IDENTITY_COPY_FILE, INSPECTION_FILE } from '#contract/desk/people/identity-calls.ts';
import { lawFiles, lawFormats, lawPath } from '#contract/desk/reports/law.ts';
import { POLICE_NOTE_FILE, REPORT_PICTURE_FILE } from '#contract/desk/reports/report-calls.ts';
import { type OperatorRole, operatorRoles } from '#contract/desk/roles.ts';
import { WORK_EVENTS } from '#contract/desk/work-calls.ts';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import type { AuditedAct } from '#server/events.ts';

interface DescribedCall {
  /** In its file. */
  readonly name: string;
  /** Relative to the project's root. */
  readonly file: string;
  readonly call: AnyEndpoint;
}

const isCall = (value: unknown): value is AnyEndpoint =>
  typeof value === 'object' && value !== null && 'base' in value && 'path' in value && 'access' in value;

/** All calls of the contract, also those that are not bound yet. */
export async function allCalls(): Promise<readonly DescribedCall[]> {
  const files = globSync('contract/**/*-calls.ts').sort();
  const read = files.map(async (file) => {
    const exported: object = await import(/* @vite-ignore */ pathToFileURL(resolve(file)).href);
    return Object.entries(exported).flatMap(([name, call]) => (isCall(call) ? [{ name, file, call }] : []));
  });
  return (await Promise.all(read)).flat();
}

interface DeclaredTable {
  readonly table: PgTable;
  /** Relative to the project's root. */
  readonly file: string;
}

/** All tables of the product: what the files `tables.ts` of the server export. */
export async function allTables(): Promise<readonly DeclaredTable[]> {
  const files = globSync('server/**/tables.ts').sort();
  const read = files.map(async (file) => {
    const exported: object = await import(/* @vite-ignore */ pathToFileURL(resolve(file)).href);
    return Object.values(exported)
      .filter((value) => is(value, PgTable))
      .map((table) => ({ table, file }));
  });
  return (await Promise.all(read)).flat();
}

/** Acts that only a payment provider can cause, which the tests of payments show. */
export const actsOfProviders: readonly AuditedAct[] = ['payment.mismatch', 'payment.reversed'];

/** Who may load a file of the desk besides owners. */
export const fileRoles: Readonly<Record<string, readonly OperatorRole[]>> = {
  [REPORT_PICTURE_FILE]: ['moderator'],
  [IDENTITY_COPY_FILE]: ['moderator'],
  [INSPECTION_FILE]: ['moderator'],
  [POLICE_NOTE_FILE]: ['moderator'],
  [WALL_PICTURE_FILE]: ['moderator'],
  [BOOKS_FILE]: ['finance'],
  [STATEMENT_FILE]: ['finance'],
  [BANK_FILE]: ['finance'],
  [DAC7_FILE]: ['finance'],
  /** Each list has the roles of its call (serve-list.test.ts). */
  [LIST_FILE]: operatorRoles,
  [WORK_EVENTS]: operatorRoles,
  ...Object.fromEntries(
    lawFiles.flatMap((file) => lawFormats.map((format) => [lawPath(file, format), ['finance'] as const])),
  ),
};

/**
 * Database statements per act, after a first one of its kind, without those that begin and end transactions. Held by
 * statements-per-act.test.ts, written into the docs by `scripts/write-docs.ts`.
 */
export const statementsPerAct = {
  'a tip': 7,
  'a tip while a goal is running': 9,
  'a tip that moves the toy': 11,
  'telling a room of its top tippers': 3,
  'a private message': 11,
  '10 keep-alives that begin minutes, of members with limits': 11,
  '100 keep-alives that begin minutes, of members with limits': 11,
  'telling a performer of 10 minutes': 4,
  'telling a performer of 100 minutes': 4,
  '10 keep-alives that go on': 3,
  '100 keep-alives that go on': 3,
  'a page of the performers’ list after a change': 3,
  'a cut of a stream with one viewer': 41,
  'a payout': 10,
  'telling 1 follower of a message': 9,
  'telling 100 followers of a message': 9,
};

export type CountedAct = keyof typeof statementsPerAct;
