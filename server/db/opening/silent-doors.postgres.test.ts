import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listActs } from '#contract/desk/log-calls.ts';
import { pathOf } from '#contract/endpoint.ts';
import { PERSONAL_DATA_PATH, readBasicInfo } from '#contract/member/account/account-calls.ts';
import { readStudioAccount } from '#contract/studio/account/account-calls.ts';
import { createPostgres, type SuiteDatabase } from '#server/testing/databases.ts';
import {
  type FreezingProxy,
  listenerOf,
  startFreezingProxy,
  throughProxy,
} from '#server/testing/network/freezing-proxy.ts';
import { aMember, anOperator, aPerformer } from '#server/testing/people.ts';
import { bearer } from '#server/testing/test-app.ts';
import { startTestRoot, type TestRoot } from '#server/testing/test-root.ts';
import { callOver, type TestSocket } from '#server/testing/test-server.ts';
import { type OpenDb, openDb } from './open.ts';

/** ms; the other limits are the product's own. Long, because a busy machine must not look like a silent database. */
const answerMs = 3000;
/** ms that a door may take beside the database; less than the limit, so that a door that waits again is seen. */
const OWN_MS = 2000;

let suite: SuiteDatabase;
let proxy: FreezingProxy;
let open: OpenDb;
let server: TestRoot;
let socket: TestSocket;

/** A member's page that needs one call; without an answer it is the page for an unavailable product. */
const aPage: Parameters<typeof startTestRoot>[0] = {
  render: async (_, { locals }) => {
    const { transport } = locals as { transport: (...args: unknown[]) => Promise<unknown> };
    const context = { locale: 'nl', nonNude: false };
    return transport(readBasicInfo, {}, context).then(
      () => new Response('a page'),
      () => new Response('away', { status: 503 }),
    );
  },
};

beforeAll(async () => {
  suite = await createPostgres(process.env['TEST_DATABASE_URL'] ?? '');
  proxy = await startFreezingProxy(listenerOf(suite.url));
  open = await openDb(throughProxy(suite.url, proxy), { answerMs });
  server = await startTestRoot({ ...aPage, change: () => ({ db: open.db }), pingDatabase: open.ping });
  doors = await openDoors();
});
afterAll(async () => {
  proxy.thaw();
  socket.disconnect();
  await server.close();
  await open.close();
  await proxy.close();
  await suite.drop();
});

type Door = () => Promise<number>;
let doors: Readonly<Record<string, Door>>;

async function openDoors(): Promise<Readonly<Record<string, Door>>> {
  const { token } = await aMember(server);
  const performer = await aPerformer(server);
  const operator = await anOperator(server);
  const key = { 'api-key': server.deps.config.apiKey };
  const statusOf = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(server.url + path, { headers });
    await answer.arrayBuffer();
    return answer.status;
  };
  socket = io(server.url, {
    transports: ['websocket'],
    forceNew: true,
    auth: { ...key, token },
  });
  await new Promise<void>((resolve) => void socket.once('connect', resolve));
  return {
    page: () => statusOf('/favourites', { cookie: `vonk_session=${token}` }),
    call: () => statusOf(pathOf(readBasicInfo), { ...key, ...bearer(token) }),
    socket: async () =>
      (await callOver(socket, { method: 'GET', url: pathOf(readBasicInfo), data: {} })).status,
    file: () =>
      statusOf(PERSONAL_DATA_PATH, {
        ...key,
        cookie: `vonk_session=${token}`,
        'sec-fetch-site': 'same-origin',
      }),
    studio: () => statusOf(pathOf(readStudioAccount), { ...key, ...bearer(performer.token) }),
    desk: () => statusOf(pathOf(listActs), { ...key, ...operator.headers, 'user-agent': '' }),
    readiness: () => statusOf('/readyz'),
  };
}

const answers = async (): Promise<[door: string, status: number, ms: number][]> =>
  Promise.all(
    Object.entries(doors).map(async ([name, door]) => {
      const before = performance.now();
      const status = await door();
      return [name, status, performance.now() - before] as [string, number, number];
    }),
  );
const late = (from: readonly [door: string, status: number, ms: number][], most: number) =>
  from.filter(([, , ms]) => ms > most);
const statuses = (from: readonly [door: string, status: number, ms: number][]) =>
  Object.fromEntries(from.map(([name, status]) => [name, status]));
const every = (status: number) => Object.fromEntries(Object.keys(doors).map((name) => [name, status]));

it('a silent database keeps nobody waiting longer at one door than at another', async () => {
  expect(statuses(await answers())).toEqual(every(200));
  proxy.freeze();
  const first = await answers();
  expect(statuses(first)).toEqual(every(503));
  expect(late(first, answerMs + OWN_MS)).toEqual([]);
  // What comes later does not wait for what is known.
  const next = await answers();
  expect(statuses(next)).toEqual(every(503));
  expect(late(next, OWN_MS)).toEqual([]);
  proxy.thaw();
  await expect
    .poll(answers.bind(null), { timeout: 20_000 })
    .toSatisfy((all: [string, number, number][]) => all.every(([, status]) => status === 200));
});

it('a slow statement is not taken for a silent database', async () => {
  const slow = open.db.execute('select pg_sleep(4)');
  await expect(slow).resolves.toBeDefined();
  expect(statuses(await answers())).toEqual(every(200));
});
