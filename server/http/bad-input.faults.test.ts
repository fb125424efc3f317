import { beforeAll, describe, expect, it } from 'vitest';
import { REPORT_PICTURE_FILE } from '#contract/desk/reports/report-calls.ts';
import { type Access, type AnyEndpoint, apiBases, pathOf } from '#contract/endpoint.ts';
import { isErrorLabel } from '#contract/errors.ts';
import { register } from '#contract/member/account/account-calls.ts';
import { readStudioProfile, saveStudioProfile } from '#contract/studio/profile-calls.ts';
import { readTipping, saveTipMenu } from '#contract/studio/tipping-calls.ts';
import { makeMember, makePerformer } from '#server/testing/make.ts';
import { anOperator, type TestOperator } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, tokenFor } from '#server/testing/test-app.ts';
import { BODY_LIMIT } from './body.ts';

const test = startTestApp();
let tokens: Record<Access, string>;
let operator: TestOperator;

beforeAll(async () => {
  const member = await tokenFor(test.deps, 'member', await makeMember(test.deps));
  operator = await anOperator(test);
  tokens = {
    anyone: member,
    member,
    performer: await tokenFor(test.deps, 'performer', await makePerformer(test.deps)),
    operator: operator.token,
  };
});

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
    authorization: `Bearer ${tokens[call.access]}`,
    ...(call.access === 'operator' && operator.headers),
  };
  const withBody = call.method === 'GET' ? {} : { body: init.body ?? '{}' };
  const response = await test.app.request(path, { method: call.method, headers, ...withBody });
  return { status: response.status, body: await response.json() };
}

const isRefusedByLabel = ({ status, body }: Sent): boolean =>
  status >= 400 && status < 500 && isErrorLabel((body as { label?: unknown }).label);

/** A call without required input can't be tested by leaving fields out. */
const needsInput = (call: AnyEndpoint): boolean => !call.input.safeParse({}).success;

it('lists every call of the product once', () => {
  expect(test.app.calls.length).toBeGreaterThan(20);
  expect(
    new Set(test.app.calls.map((call) => `${call.method} ${apiBases[call.base]}${call.path}`)).size,
  ).toBe(test.app.calls.length);
});

describe('every call answers 4xx with a label', () => {
  it('if required input is missing', async () => {
    for (const call of test.app.calls.filter(needsInput)) {
      const sent = await send(call, {});
      expect.soft(isRefusedByLabel(sent), `${call.method} ${call.path}: ${JSON.stringify(sent)}`).toBe(true);
    }
  });

  it('if the body is not JSON, not an object, or cut short', async () => {
    for (const call of test.app.calls.filter(({ method }) => method !== 'GET')) {
      for (const body of ['{', '[]', '"text"', 'null', 'true', '{"a":', '\u0000']) {
        const sent = await send(call, { body });
        expect.soft(isRefusedByLabel(sent), `${call.path} ${body}: ${JSON.stringify(sent)}`).toBe(true);
      }
    }
  });

  it('if the body is larger than the limit', async () => {
    const writes = test.app.calls.filter(({ method }) => method !== 'GET');
    for (const call of writes) {
      const sent = await send(call, { body: JSON.stringify({ text: 'x'.repeat(BODY_LIMIT) }) });
      // A JSON body has the wrong type for a file, whatever its length.
      const refusal = call.body
        ? { status: 400, body: { label: call.body.wrongType } }
        : { status: 413, body: { label: 'badRequest.tooLarge' } };
      expect.soft(sent, call.path).toEqual(refusal);
    }
  });

  it('if the query has an unknown name', async () => {
    const reads = test.app.calls.filter(({ method }) => method === 'GET');
    expect(reads.length).toBeGreaterThan(20);
    for (const call of reads) {
      const sent = await send(call, { query: 'nosuch[thing]=1' });
      expect.soft(sent.status, call.path).toBe(400);
      expect.soft((sent.body as { fields?: string[] }).fields, call.path).toContain('nosuch');
    }
  });

  // One test per API: all calls in one test would exceed its timeout.
  it.each(Object.keys(apiBases))('never answers 5xx, whatever a field of %s contains', async (base) => {
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

describe('text that the database cannot hold', () => {
  const account = (meta: Record<string, string>, from = '/') => ({
    email: `${test.deps.newId()}@example.com`,
    password: 'long-pass-8277-word',
    meta,
    from,
    terms: true,
  });
  const half = '\ud83d';

  it('is stored with U+FFFD for half of a surrogate pair, also in JSON', async () => {
    // A separate session: an earlier call may have ended the others.
    const auth = bearer(await tokenFor(test.deps, 'performer', await makePerformer(test.deps)));
    const items = [{ name: `a${half}b`, price: 100 }];
    await callApp(test, saveTipMenu, { list: 'menu', items }, auth);
    expect((await callApp(test, readTipping, {}, auth)).menu).toEqual([{ name: 'a\ufffdb', price: 100 }]);
    await callApp(test, saveStudioProfile, { textsIn: 'en', texts: { motto: `a${half}b` } }, auth);
    expect((await callApp(test, readStudioProfile, {}, auth)).texts.en?.motto).toBe('a\ufffdb');
    await callApp(test, register, account({ Click_id: half, [`x${half}`]: '1' }));
  });

  it('is refused if it is NUL, also in the name of a field', async () => {
    for (const meta of [{ Click_id: '\u0000' }, { 'x\u0000': '1' }])
      await expect(callApp(test, register, account(meta))).rejects.toThrow('badRequest.invalid.input');
  });

  it('is refused in the address of a file', async () => {
    const headers = { 'api-key': test.deps.config.apiKey, ...operator.headers };
    const of = (number: string) => test.app.request(`${REPORT_PICTURE_FILE}?number=${number}`, { headers });
    expect((await of('unknown')).status).toBe(404);
    expect((await of('a%00b')).status).toBe(400);
  });
});

function fieldsOf(call: AnyEndpoint): string[] {
  const schema = call.input as { shape?: object; def: { options?: { shape?: object }[] } };
  const shapes = [schema.shape, ...(schema.def.options ?? []).map((option) => option.shape)];
  return [...new Set(shapes.flatMap((shape) => Object.keys(shape ?? {})))];
}

describe('the API', () => {
  it('P7.20 refuses a request without the key', async () => {
    const response = await test.app.request('/api/engine/performers');
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ label: 'badRequest.invalid.apiKey' });
  });

  it('refuses a write with the session cookie from another site', async () => {
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

  it('refuses a form of another site, even without a session', async () => {
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

  it.each(['Bearer ', 'Bearer  ', 'bearer '])('P7.20 accepts a token after “%s”', async (scheme) => {
    // A separate session: an earlier call may have ended the others.
    const token = await tokenFor(test.deps, 'member', await makeMember(test.deps));
    const headers = { 'api-key': test.deps.config.apiKey, authorization: scheme + token };
    expect((await test.app.request('/api/member/credits', { headers })).status).toBe(200);
  });

  it('answers an unknown path with a label', async () => {
    const response = await test.app.request('/api/engine/nothing', { headers: { 'api-key': 'vonk-web' } });
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ label: 'badRequest.notFound' });
  });
});
