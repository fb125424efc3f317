import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnyEndpoint, apiBases, pathOf } from '#contract/endpoint.ts';
import { isErrorLabel } from '#contract/errors.ts';
import { makeMember, makePerformer } from '#server/testing/make.ts';
import { createTestApp, type TestApp, tokenFor } from '#server/testing/test-app.ts';
import { BODY_LIMIT } from './body.ts';

let test: TestApp;
let tokens: Record<'anyone' | 'member' | 'performer', string>;

beforeAll(async () => {
  test = await createTestApp();
  const member = await tokenFor(test.deps, 'member', await makeMember(test.deps));
  tokens = {
    anyone: member,
    member,
    performer: await tokenFor(test.deps, 'performer', await makePerformer(test.deps)),
  };
});
afterAll(() => test.close());

const nasty: unknown[] = [
  undefined,
  null,
  '',
  '\u0000',
  'x'.repeat(10_000),
  -1,
  1.5,
  1e308,
  2 ** 40,
  [],
  {},
  [[]],
  true,
  "' or 1=1 --",
  '<script>',
  { $ne: null },
];

interface Sent {
  status: number;
  body: unknown;
}

async function send(call: AnyEndpoint, init: { query?: string; body?: string }): Promise<Sent> {
  const path =
    pathOf(call, { id: '0', username: 'niemand', payment: '0' }) + (init.query ? `?${init.query}` : '');
  const headers = {
    'api-key': test.deps.config.apiKey,
    'content-type': 'application/json',
    authorization: `Bearer ${tokens[call.access as 'anyone']}`,
  };
  const withBody = call.method === 'GET' ? {} : { body: init.body ?? '{}' };
  const response = await test.app.request(path, { method: call.method, headers, ...withBody });
  return { status: response.status, body: await response.json() };
}

const isRefusedByLabel = ({ status, body }: Sent): boolean =>
  status >= 400 && status < 500 && isErrorLabel((body as { label?: unknown }).label);

/** Calls that need no input cannot be called wrongly by leaving things out. */
const needsInput = (call: AnyEndpoint): boolean => !call.input.safeParse({}).success;

it('knows every call of the product', () => {
  expect(test.app.calls.length).toBeGreaterThan(20);
  expect(
    new Set(test.app.calls.map((call) => `${call.method} ${apiBases[call.base]}${call.path}`)).size,
  ).toBe(test.app.calls.length);
});

describe('every call answers bad input with a label and a 4xx', () => {
  it('when what it needs is missing', async () => {
    for (const call of test.app.calls.filter(needsInput)) {
      const sent = await send(call, {});
      expect.soft(isRefusedByLabel(sent), `${call.method} ${call.path}: ${JSON.stringify(sent)}`).toBe(true);
    }
  });

  it('when the body is no JSON, no object, or cut short', async () => {
    for (const call of test.app.calls.filter(({ method }) => method !== 'GET')) {
      for (const body of ['{', '[]', '"text"', 'null', 'true', '{"a":', '\u0000']) {
        const sent = await send(call, { body });
        expect.soft(isRefusedByLabel(sent), `${call.path} ${body}: ${JSON.stringify(sent)}`).toBe(true);
      }
    }
  });

  it('when the body is larger than any call needs', async () => {
    const writes = test.app.calls.filter(({ method }) => method !== 'GET');
    for (const call of writes) {
      const sent = await send(call, { body: JSON.stringify({ text: 'x'.repeat(BODY_LIMIT) }) });
      // JSON is no file, whatever its length.
      const refusal = call.body
        ? { status: 400, body: { label: call.body.wrongType } }
        : { status: 413, body: { label: 'badRequest.tooLarge' } };
      expect.soft(sent, call.path).toEqual(refusal);
    }
  });

  it('when a query has a name that the call does not know', async () => {
    const reads = test.app.calls.filter(({ method }) => method === 'GET');
    expect(reads.length).toBeGreaterThan(20);
    for (const call of reads) {
      const sent = await send(call, { query: 'nosuch[thing]=1' });
      expect.soft(sent.status, call.path).toBe(400);
      expect.soft((sent.body as { fields?: string[] }).fields, call.path).toContain('nosuch');
    }
  });

  // A test for each API: all calls in one would run into its time limit.
  it.each(Object.keys(apiBases))('whatever stands in a field of %s: never a 5xx', async (base) => {
    for (const call of test.app.calls.filter((one) => one.base === base)) {
      for (const field of fieldsOf(call)) {
        for (const value of nasty) {
          const query = `${field}=${encodeURIComponent(String(value))}&${field}[]=x&${field}[a][b]=${encodeURIComponent(String(value))}`;
          const sent = await send(call, { query, body: JSON.stringify({ [field]: value }) });
          expect.soft(sent.status, `${call.path} ${field}=${JSON.stringify(value)}`).toBeLessThan(500);
        }
      }
    }
  });
});

function fieldsOf(call: AnyEndpoint): string[] {
  const schema = call.input as { shape?: object; options?: { shape?: object }[] };
  const shapes = [schema.shape, ...(schema.options ?? []).map((option) => option.shape)];
  return [...new Set(shapes.flatMap((shape) => Object.keys(shape ?? {})))];
}

describe('the doors of the API', () => {
  it('stay shut without the key', async () => {
    const response = await test.app.request('/api/engine/performers');
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ label: 'badRequest.invalid.apiKey' });
  });

  it('stay shut for a write that rides on the cookie from another site', async () => {
    const send = (origin?: string) =>
      test.app.request('/api/member/logout', {
        method: 'POST',
        headers: {
          'api-key': test.deps.config.apiKey,
          cookie: `vonk_session=${tokens.member}`,
          ...(origin ? { origin } : {}),
        },
      });
    expect((await send('https://elsewhere.example')).status).toBe(403);
    expect((await send()).status).toBe(403);
    expect((await send(test.deps.config.publicUrl)).status).toBe(200);
  });

  it('stay shut for a form of another site, also where it brings no session', async () => {
    const body = JSON.stringify({ username: 'a@example.com', password: 'x' });
    const send = (headers: Record<string, string>) =>
      test.app.request(`/api/member/login?api-key=${test.deps.config.apiKey}`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain', ...headers },
        body,
      });
    for (const headers of [{ origin: 'https://elsewhere.example' }, { 'sec-fetch-site': 'cross-site' }])
      expect((await send(headers)).status).toBe(403);
    expect((await send({})).status).toBe(400);
  });

  it.each(['Bearer ', 'Bearer  ', 'bearer '])('open for a token after “%s”', async (scheme) => {
    // Its own: a call sent before may have ended the session of the others.
    const token = await tokenFor(test.deps, 'member', await makeMember(test.deps));
    const headers = { 'api-key': test.deps.config.apiKey, authorization: scheme + token };
    expect((await test.app.request('/api/member/credits', { headers })).status).toBe(200);
  });

  it('answer an address that does not exist with a label', async () => {
    const response = await test.app.request('/api/engine/nothing', { headers: { 'api-key': 'vonk-web' } });
    expect([response.status, await response.json()]).toEqual([404, { label: 'badRequest.notFound' }]);
  });
});
