import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import {
  type checkHouseBooks as checkHouseBooksCall,
  FAILED_WORK_MAX,
  type readHouse as readHouseCall,
  type retryWork as retryWorkCall,
} from '#contract/desk/house-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { features } from '#contract/site/features.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { countNodes } from '#server/db/lease.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import { resealPerformerKeys } from '#server/identity/factor/factors.ts';
import { resealCodeKeys } from '#server/identity/operators/reads.ts';
import type { Resealed } from '#server/identity/seal.ts';
import type { BooksViolation } from '#server/ledger/check-books.ts';
import { countWork, failedWork, lastDone, runAgain } from '#server/outbox/reads.ts';
import { mailWork } from '#server/outbox/work.ts';
import { onlinePerformers } from '#server/performers/reads.ts';
import { resealConsents, resealIdentities } from '#server/performers/records/identity.ts';
import { resealSellers } from '#server/performers/records/sellers.ts';
import type { Deps } from '#server/ports/deps.ts';
import { readBooks } from '#server/wallet/check-wallet.ts';
import { readPaymentHealth } from '#server/wallet/purchase/payment-health.ts';
import { askGateways } from './ask-gateways.ts';

/** Failed outbox work, given up first. Its payload may have addresses, texts and secret links, so it is not read. */
export async function listFailedWork(deps: Pick<Deps, 'db'>) {
  const rows = await failedWork(deps, FAILED_WORK_MAX);
  return rows.map(({ id, kind, attempts, runAt, doneAt, lastError, hasContent }) => ({
    work: id,
    kind,
    attempts,
    state: doneAt ? ('given-up' as const) : ('retrying' as const),
    at: (doneAt ?? runAt).toISOString(),
    lastError: withoutAddresses(lastError ?? ''),
    canRetry: hasContent,
  }));
}

/** A mail server names the recipient it refuses. */
const withoutAddresses = (error: string): string => error.replace(/[^\s<>"']+@[^\s<>"']+/g, '…@…');

export async function retryWork(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  { work }: Pick<ParsedInput<typeof retryWorkCall>, 'work'>,
): Promise<OutputOf<typeof retryWorkCall>> {
  const by = requireOperator(caller);
  const at = now();
  await db.transaction(async (tx) => {
    if (!(await runAgain(tx, { work, at }))) throw new AppError('badRequest.notFound');
    await recordAct(tx, by, { act: 'outbox.retried', subject: `work:${work}`, at });
  });
  return true;
}

export async function readHouse(deps: Deps, caller: Caller): Promise<OutputOf<typeof readHouseCall>> {
  requireOperator(caller);
  const { config, health } = deps;
  const { publishers, viewers } = health.media();
  return {
    parts: await health.parts(),
    gateways: await askGateways(deps),
    nodes: await countNodes(deps.db),
    mail: await mailOf(deps),
    payments: { provider: deps.payments.provider, ...(await readPaymentHealth(deps)) },
    media: {
      server: config.media.janus ? 'janus' : 'embedded',
      publishers,
      viewers,
      live: (await onlinePerformers(deps)).size,
    },
    storage: config.storage.kind,
    phone: config.ivr,
    browserNotices: deps.webPush !== null,
    outbox: await outboxOf(deps),
    features: features.map((name) => ({ name, on: deps.brand.hasFeature(name) })),
    versions: {
      product: await productVersion(),
      node: process.versions.node,
      database: await databaseVersion(deps),
      mode: config.mode,
    },
  };
}

async function mailOf(deps: Deps) {
  const { open, retrying, givenUp } = await countWork(deps, mailWork.kind);
  return {
    gateway: deps.config.smtpUrl === null ? ('outbox' as const) : ('smtp' as const),
    waiting: open,
    failed: retrying + givenUp,
    lastSentAt: (await lastDone(deps, mailWork.kind))?.toISOString() ?? null,
  };
}

async function outboxOf(deps: Deps) {
  const { open, due, retrying, givenUp } = await countWork(deps);
  return { due, retrying, givenUp, later: open - due, failed: await listFailedWork(deps) };
}

const packageFile = new URL('../../../package.json', import.meta.url);

async function productVersion(): Promise<string> {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(packageFile, 'utf8')));
  return version;
}

const versionRows = z.object({ rows: z.tuple([z.object({ version: z.string() })]) });

/** `PostgreSQL 17.4`. */
async function databaseVersion({ db }: Pick<Deps, 'db'>): Promise<string> {
  const { rows } = versionRows.parse(await db.execute(sql`select version()`));
  return rows[0].version.split(' ').slice(0, 2).join(' ');
}

export async function checkHouseBooks(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
): Promise<OutputOf<typeof checkHouseBooksCall>> {
  requireOperator(caller);
  const { faults, ...counts } = await readBooks(db);
  return { ...counts, faults: faults.map(shown) };
}

function shown(violation: BooksViolation) {
  const { fault } = violation;
  const sums = { balance: null, entries: null };
  switch (violation.fault) {
    case 'balance':
      return { fault, of: String(violation.account), balance: violation.balance, entries: violation.entries };
    case 'free':
      return { fault, of: String(violation.account), ...sums };
    case 'transfer':
      return { fault, of: String(violation.transfer), ...sums };
    case 'chain':
      return { fault, of: String(violation.entry), ...sums };
    case 'debt':
      return { fault, of: String(violation.return), ...sums };
    case 'dial-in-call':
      return { fault, of: violation.call, ...sums };
    case 'payout':
      return { fault, of: violation.payout, ...sums };
    default:
      return { fault, of: violation.payment, ...sums };
  }
}

/** Everything that is sealed with SECRET. */
const parts = {
  'identity records': resealIdentities,
  'consents with names': resealConsents,
  'payout and tax details': resealSellers,
  'authenticator apps of operators': resealCodeKeys,
  'authenticator apps of performers': resealPerformerKeys,
} as const;

type ResealedParts = Record<keyof typeof parts, Resealed>;

/** Seals everything with the present SECRET that was sealed with the previous SECRET. A second time changes nothing. */
export async function reseal(
  { config, db, now }: Pick<Deps, 'config' | 'db' | 'now'>,
  caller: Caller,
  { before }: { before: string },
): Promise<ResealedParts> {
  const by = requireOperator(caller);
  const change = { before, secret: config.secret };
  return db.transaction(async (tx) => {
    const done: [string, Resealed][] = [];
    for (const [name, resealPart] of Object.entries(parts)) done.push([name, await resealPart(tx, change)]);
    await recordAct(tx, by, { act: 'secret.resealed', at: now() });
    return Object.fromEntries(done) as ResealedParts;
  });
}
