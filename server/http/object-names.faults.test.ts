import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Access, type AnyEndpoint, apiBases, callKey, pathOf, pathParams } from '#contract/endpoint.ts';
import { toQuery } from '#contract/query.ts';
import { albumItems, albums } from '#server/media/tables.ts';
import { makeMember, makePerformer } from '#server/testing/make.ts';
import { anOperator, type TestOperator } from '#server/testing/people.ts';
import { type FieldPath, fieldPaths, sampleInput, withValue } from '#server/testing/rules/sample-input.ts';
import { tokenFor } from '#server/testing/test-app.ts';
import { callOver, startTestServer, type TestServer, type TestSocket } from '#server/testing/test-server.ts';

/** Inherited properties of every plain object. */
const names = ['constructor', '__proto__', 'toString'];
const headers = ['x-lang', 'x-non-nude', 'x-request-id', 'user-agent', 'accept-language', 'cookie'];

let server: TestServer;
let tokens: Record<Access, string>;
let operator: TestOperator;
let performer: number;
const calls = (base: string): AnyEndpoint[] => server.app.calls.filter((call) => call.base === base);

beforeAll(async () => {
  // Real hashes would take most of the time.
  const passwords = { hash: async () => 'hash', check: async () => false, isOutdated: () => false };
  server = await startTestServer({ change: () => ({ passwords }) });
  performer = await makePerformer(server.deps, { username: 'someone' });
  const row = { performerId: performer, position: 0, title: { nl: 'Vakantie' } };
  const [album] = await server.deps.db.insert(albums).values(row).returning({ id: albums.id });
  await server.deps.db.insert(albumItems).values({
    performerId: performer,
    albumId: album?.id ?? 0,
    position: 0,
    kind: 'picture',
    version: 'a1',
    nonude: true,
    width: 400,
    height: 300,
    color: '#000',
    caption: { nl: 'Aan zee' },
  });
  await freshTokens();
});
afterAll(() => server.close());

/** A call that logs out or deletes the account may have ended the sessions. */
async function freshTokens(): Promise<void> {
  const member = await tokenFor(server.deps, 'member', await makeMember(server.deps, { credits: 5000 }));
  operator = await anOperator(server);
  tokens = {
    anyone: member,
    member,
    operator: operator.token,
    performer: await tokenFor(server.deps, 'performer', performer),
  };
}

const sampleFor = (call: AnyEndpoint): Record<string, unknown> => ({ ...sampleInput(call), id: performer });

function inputs(call: AnyEndpoint): Record<string, unknown>[] {
  const sample = sampleFor(call);
  const inPath: readonly unknown[] = pathParams(call);
  const places: FieldPath[] = [...fieldPaths(call), ['lang'], ['unknown']];
  const inner = places.filter(([first]) => !inPath.includes(first));
  const all = names.flatMap((name) => [
    ...places.map((path) => withValue(sample, path, name)),
    ...(name === '__proto__' ? inner : []).map((path) => withValue(sample, path, { [name]: name })),
    { ...sample, [name]: name },
  ]);
  return all as Record<string, unknown>[];
}

const urlOf = (call: AnyEndpoint, input: Record<string, unknown>): string =>
  call.method === 'GET' ? `${pathOf(call, input)}?${toQuery(input)}` : pathOf(call, input);

async function overHttp(call: AnyEndpoint, input: object, more: Record<string, string> = {}) {
  const fields = input as Record<string, unknown>;
  const response = await server.app.request(urlOf(call, fields), {
    method: call.method,
    headers: {
      'api-key': server.deps.config.apiKey,
      'content-type': 'application/json',
      authorization: `Bearer ${tokens[call.access]}`,
      ...(call.access === 'operator' && operator.headers),
      ...more,
    },
    ...(call.method !== 'GET' && { body: JSON.stringify(fields) }),
  });
  return response.status;
}

describe.each(Object.keys(apiBases))('a property name of every object, sent to %s', (base) => {
  it('in path, query or body causes no 5xx', async () => {
    for (const call of calls(base)) {
      await freshTokens();
      for (const input of inputs(call)) {
        const description = `${callKey(call)} ${JSON.stringify(input)}`;
        expect.soft(await overHttp(call, input), description).toBeLessThan(500);
      }
    }
  });

  it('in a header causes no 5xx', async () => {
    for (const call of calls(base)) {
      await freshTokens();
      for (const name of names) {
        const sample = sampleFor(call);
        const all = Object.fromEntries(headers.map((header) => [header, name]));
        expect.soft(await overHttp(call, sample, all), `${callKey(call)} ${name}`).toBeLessThan(500);
      }
    }
  });

  it('in a header that identifies the caller causes no 5xx', async () => {
    const [call] = calls(base);
    if (!call) throw new Error(`No call in ${base}`);
    for (const name of names)
      for (const header of ['api-key', 'authorization', 'content-type', 'origin'])
        expect
          .soft(await overHttp(call, sampleFor(call), { [header]: name }), `${header} ${name}`)
          .toBeLessThan(500);
  });

  it('over a socket causes no 5xx', async () => {
    for (const call of calls(base)) {
      await freshTokens();
      let socket = server.connect({ token: tokens[call.access] });
      // Fields reach the same dispatcher as above: here the names are in what the socket itself reads.
      for (const name of names) {
        const input = { ...sampleFor(call), lang: name, [name]: name };
        if (!socket.active) socket = await reconnected(socket, call);
        const request = { method: call.method, url: urlOf(call, input), data: input };
        const { status } = await callOver(socket, request).catch(() => ({ status: 0 }));
        expect.soft(status, `${callKey(call)} ${JSON.stringify(input)}`).toBeLessThan(500);
      }
      socket.disconnect();
    }
  });
});

async function reconnected(socket: TestSocket, call: AnyEndpoint): Promise<TestSocket> {
  socket.disconnect();
  await freshTokens();
  return server.connect({ token: tokens[call.access] });
}
