import { z } from 'zod';
import { pathOf } from '#contract/endpoint.ts';
import { type DialIn, dialInSchema, openDialIn } from '#contract/wallet/dial-in-calls.ts';
import type { DialInGuestCaller } from '#server/identity/caller.ts';
import { readDialInToken } from '#server/identity/tokens.ts';
import { testRequest } from '#server/testing/people.ts';
import type { TestApp } from '#server/testing/test-app.ts';

/** A browser that has requested a code. */
export interface TestPhone extends DialIn {
  /** The browser's cookie header. */
  headers: Record<string, string>;
  caller: DialInGuestCaller;
  /** The code that can be entered. */
  pin: string;
}

/** `headers` are those of a browser that has opened a session before. */
export async function openPhone(
  { app, deps }: Pick<TestApp, 'app' | 'deps'>,
  headers: Record<string, string> = {},
): Promise<TestPhone> {
  const response = await app.request(pathOf(openDialIn), {
    method: 'POST',
    body: '{}',
    headers: {
      'api-key': deps.config.apiKey,
      'content-type': 'application/json',
      origin: deps.config.publicUrl,
      ...headers,
    },
  });
  const body: unknown = await response.json();
  if (response.status !== 200) throw new Error(JSON.stringify(body));
  const opened = dialInSchema.parse(body);
  const [cookie = ''] = response.headers.getSetCookie();
  const pair = cookie.split(';')[0] ?? '';
  const guest = await readDialInToken(deps, pair.replace(/^vonk_phone=/, ''));
  if (!guest) throw new Error('The cookie holds no dial-in session');
  return {
    ...opened,
    pin: opened.code ?? '',
    headers: { cookie: pair, origin: deps.config.publicUrl },
    caller: { kind: 'dial-in-guest', ...guest, request: testRequest },
  };
}

export interface NoticeAnswer {
  status: number;
  say: string | null;
}

interface Notice {
  call: string;
  event: 'started' | 'code' | 'ended';
  code?: string;
}

/** Sends a notice of the provider; genuine by default. */
export async function tell(
  { app }: Pick<TestApp, 'app'>,
  notice: Notice,
  { signed = true, provider = 'sandbox' }: { signed?: boolean; provider?: string } = {},
): Promise<NoticeAnswer> {
  const response = await app.request(`/api/ivr/notify/${provider}`, {
    method: 'POST',
    body: JSON.stringify(notice),
    headers: signed ? { 'x-signed': 'yes' } : {},
  });
  const text = await response.text();
  const { say } = text ? z.object({ say: z.string() }).parse(JSON.parse(text)) : { say: null };
  return { status: response.status, say };
}

/** Calls and enters the code of this browser's session. */
export async function callWith(
  test: TestApp,
  phone: TestPhone,
  call = `call-${phone.session}`,
): Promise<string> {
  await tell(test, { call, event: 'started' });
  await tell(test, { call, event: 'code', code: phone.pin });
  return call;
}

/** Hangs up; `seconds` is the provider's measurement. */
export async function hangUp(test: TestApp, call: string, seconds: number): Promise<NoticeAnswer> {
  test.ivr.calls.set(call, { state: 'ended', seconds });
  return tell(test, { call, event: 'ended' });
}
