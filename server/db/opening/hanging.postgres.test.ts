import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { register } from '#contract/member/account/account-calls.ts';
import { listPayments } from '#contract/wallet/purchase-calls.ts';
import { createPostgres, type SuiteDatabase } from '#server/testing/databases.ts';
import { makeMember } from '#server/testing/make.ts';
import {
  type FreezingProxy,
  listenerOf,
  startFreezingProxy,
  throughProxy,
} from '#server/testing/network/freezing-proxy.ts';
import { bearer, callApp, tokenFor } from '#server/testing/test-app.ts';
import { startTestRoot, type TestRoot } from '#server/testing/test-root.ts';
import { isUnavailable } from '../errors.ts';
import { type OpenDb, openDb } from './open.ts';
import { readEntries } from './testing.ts';

/** ms; the product's own limits are 10 s for a statement and 5 s for a connection. */
const limits = { statementMs: 600, connectMs: 1500 };
const unavailable = { label: 'UNAVAILABLE' };

let suite: SuiteDatabase;
let proxy: FreezingProxy;
let open: OpenDb;
let server: TestRoot;
let token: string;
let made = 0;

beforeAll(async () => {
  suite = await createPostgres(process.env['TEST_DATABASE_URL'] ?? '');
  proxy = await startFreezingProxy(listenerOf(suite.url));
  open = await openDb(throughProxy(suite.url, proxy), limits);
  server = await startTestRoot({ change: () => ({ db: open.db }), pingDatabase: open.ping });
  token = await tokenFor(server.deps, 'member', await makeMember(server.deps));
});
afterAll(async () => {
  proxy.thaw();
  await server.close();
  await open.close();
  await proxy.close();
  await suite.drop();
});

const readiness = async () => {
  const answer = await fetch(`${server.url}/readyz`);
  return [answer.status, ((await answer.json()) as { database: string }).database];
};
const read = () => callApp(server, listPayments, {}, bearer(token));
const write = () => {
  made += 1;
  return callApp(server, register, { email: `hanging${made}@example.com`, password: 'Plein-1617' });
};

it('reports a hanging database as unavailable for reads and writes, and uses it again once it answers', async () => {
  await Promise.all([read(), write()]);
  proxy.freeze();
  const answers = await Promise.allSettled([read(), read(), write(), write()]);
  for (const answer of answers) expect(answer).toMatchObject({ status: 'rejected', reason: unavailable });
  const over = await fetch(`${server.url}/api/member/credits`, {
    headers: { 'api-key': 'vonk-web', ...bearer(token) },
  });
  expect(over.status).toBe(503);
  expect(await over.json()).toEqual(unavailable);
  expect(await readiness()).toEqual([503, 'away']);
  proxy.thaw();
  await expect.poll(readiness, { timeout: 10_000 }).toEqual([200, 'ok']);
  await Promise.all([read(), write(), read(), write()]);
});

it('drops a connection that hung in a transaction, so that no old rows are returned', async () => {
  const began = open.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 as before`);
    proxy.freeze();
    await tx.execute(sql`select 2 as lost`);
  });
  await expect(began).rejects.toSatisfy(isUnavailable);
  proxy.thaw();
  await expect.poll(readiness, { timeout: 10_000 }).toEqual([200, 'ok']);
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, number) => open.db.execute(sql`select ${number}::int as own`)),
  );
  const rows = answers.map((answer) => (answer as unknown as { rows: { own: number }[] }).rows[0]?.own);
  expect(rows).toEqual(Array.from({ length: 30 }, (_, number) => number));
});

it('cancels a statement that takes too long', async () => {
  await expect(open.db.execute(sql`select pg_sleep(20)`)).rejects.toSatisfy(isUnavailable);
  await read();
});

it('reports a database that hangs at the start in one sentence, without its password', async () => {
  proxy.freeze();
  const url = throughProxy(suite.url, proxy)
    .replace('//', '//somebody:secret@')
    .replace(/@[^/]*@/, '@');
  const refused = await openDb(url, limits).catch((error: Error) => error);
  proxy.thaw();
  expect(refused).toMatchObject({ trouble: 'away' });
  expect((refused as Error).message).toMatch(
    /^The database at 127\.0\.0\.1:\d+\/vonk_test_\w+ does not answer: [^\n]+$/,
  );
  expect((refused as Error).message).not.toContain('secret');
});

it('reports a database that refuses the connection in the same way', async () => {
  const url = new URL(suite.url);
  url.pathname = '/vonk_test_that_is_not_there';
  await expect(openDb(url.href)).rejects.toMatchObject({ trouble: 'refused' });
});

it('migrates an empty database once if several nodes start together', async () => {
  const { url, drop } = await createPostgres(process.env['TEST_DATABASE_URL'] ?? '', null);
  const nodes = await Promise.all(Array.from({ length: 3 }, () => openDb(url)));
  const [first] = nodes;
  const answer = await first?.db.execute(
    sql`select count(*)::int as all, count(distinct hash)::int as different from drizzle.__drizzle_migrations`,
  );
  const [counted] = (answer as unknown as { rows: { all: number; different: number }[] }).rows;
  expect(counted?.all).toBe((await readEntries()).length);
  expect(counted?.different).toBe(counted?.all);
  for (const node of nodes) await node.close();
  await drop();
});
