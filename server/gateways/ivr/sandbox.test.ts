import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import type { CallNotice, CodeAnswer } from '#server/ports/gateways.ts';
import { createIvr, type Ivr } from './index.ts';
import { NOTICE_MS, readNotice, signNotice } from './sandbox.ts';

let folder: string;
let now: Date;
let notices: (CallNotice | null)[];
/** The product's response; null if it does not respond. */
let says: CodeAnswer | 'noted' | null;
let ivr: Ivr;

function start(): Ivr {
  const opened: Ivr = createIvr(readConfig({ DATA_DIR: folder }), {
    now: () => now,
    // biome-ignore lint/plugin/sleeps: the gateway’s own pauses, a thousand times shorter
    wait: (ms, signal) => sleep(ms / 1000, undefined, { signal }),
    deliver: async (request) => {
      notices.push(opened.gateway?.verify(await request.text(), request.headers) ?? null);
      return says === null ? Response.error() : Response.json({ say: says });
    },
  });
  return opened;
}
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vonk-phone-'));
  now = new Date('2026-11-20T12:00:00Z');
  notices = [];
  says = 'noted';
  ivr = start();
});
afterEach(async () => {
  ivr.close();
  // A write that has begun may add a file meanwhile.
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const pass = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};
const ask = async (path: string, form?: Record<string, string>) => {
  const body = form && new URLSearchParams(form);
  const response = await ivr.routes?.request(path, body ? { method: 'POST', body } : {});
  return {
    status: response?.status,
    to: response?.headers.get('location') ?? '',
    page: (await response?.text()) ?? '',
  };
};
const dial = async (lang = 'nl'): Promise<string> => (await ask('/dev/phone', { lang })).to;
const idOf = (path: string): string => path.split('/').at(-1) ?? '';
const status = (path: string) => ivr.gateway?.status(idOf(path));

describe('the telephone', () => {
  it.each([
    ['nl', /€\s0,80 per minuut/, /30 minuten.*€\s2,99/, 'Bel 0906 - 0061'],
    ['en', /€0\.80 a minute/, /30 minutes.*€2\.99/, 'Call 0906 - 0061'],
  ])('shows the price of a call before it is made (%s)', async (lang, price, promo, button) => {
    const { page } = await ask(`/dev/phone?lang=${lang}`);
    expect(page).toMatch(price);
    expect(page).toMatch(promo);
    expect(page.search(price)).toBeLessThan(page.indexOf(button));
    expect(page).toContain(`<html lang="${lang}">`);
    expect(notices).toEqual([]);
  });

  it.each<[string, CodeAnswer, string]>([
    ['nl', 'invalid-pin', 'Ongeldige pincode.'],
    ['en', 'invalid-pin', 'Invalid pin code.'],
    ['nl', 'session-not-found', 'Sessie niet gevonden'],
    ['en', 'session-not-found', 'Session not found'],
    ['nl', 'accepted', 'De code klopt.'],
    ['en', 'accepted', 'The code is right.'],
  ])('P8.27 L8.18 in %s says that a code is %s', async (lang, answer, text) => {
    const call = await dial(lang);
    says = answer;
    await ask(call, { act: 'code', code: '0061' });
    expect(notices).toContainEqual({ call: idOf(call), event: 'code', code: '0061' });
    const { page } = await ask(call);
    expect(page).toContain(text);
    expect(page.includes('name="code"')).toBe(answer !== 'accepted');
  });

  it('ends the call when the product says so', async () => {
    const call = await dial();
    says = 'too-many-tries';
    pass(20);
    await ask(call, { act: 'code', code: '0061' });
    expect(await status(call)).toEqual({ state: 'ended', seconds: 20 });
    const { page } = await ask(call);
    expect(page).toContain('Na vijf pogingen wordt de verbinding verbroken.');
    expect(page).not.toContain('name="act"');
  });

  it('ends a call once if it is hung up several times at once, beside a code', async () => {
    const call = await dial();
    await expect.poll(() => notices).toHaveLength(1);
    says = 'invalid-pin';
    const hangUp = () => ask(call, { act: 'hang-up' });
    const answers = await Promise.all([
      hangUp(),
      ask(call, { act: 'code', code: '1234' }),
      hangUp(),
      hangUp(),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([303, 303, 303, 303]);
    await ivr.gateway?.hangUp(idOf(call));
    expect(await status(call)).toMatchObject({ state: 'ended' });
    await expect.poll(() => notices.filter((notice) => notice?.event === 'ended')).toHaveLength(1);
  });

  it('says so if the product does not respond', async () => {
    const call = await dial('en');
    says = null;
    await ask(call, { act: 'code', code: '0061' });
    expect((await ask(call)).page).toContain('The site does not answer.');
  });

  it('measures the call and reports its end', async () => {
    const call = await dial();
    expect(await status(call)).toEqual({ state: 'running' });
    pass(75);
    await ask(call, { act: 'hang-up' });
    pass(100);
    expect(await status(call)).toEqual({ state: 'ended', seconds: 75 });
    expect((await ask(call)).page).toContain('1:15');
    const id = idOf(call);
    await expect
      .poll(() => notices)
      .toEqual([
        { call: id, event: 'started' },
        { call: id, event: 'ended' },
      ]);
  });

  it('can also be hung up by the product', async () => {
    const call = await dial();
    pass(10);
    await ivr.gateway?.hangUp(idOf(call));
    expect(await status(call)).toEqual({ state: 'ended', seconds: 10 });
  });

  it('repeats the notice of an end that was not received', async () => {
    const call = await dial();
    says = null;
    await ask(call, { act: 'hang-up' });
    await expect.poll(() => notices.filter((notice) => notice?.event === 'ended')).toHaveLength(4);
  });

  it('keeps its calls after the process was killed', async () => {
    const call = await dial();
    ivr.close();
    ivr = start();
    pass(30);
    expect(await status(call)).toEqual({ state: 'running' });
    await ask(call, { act: 'hang-up' });
    expect(await status(call)).toEqual({ state: 'ended', seconds: 30 });
  });

  it.each(['%2e%2e%2f%2e%2e', 'f'.repeat(24), '%00'])('does not find the call %j', async (id) => {
    expect((await ask(`/dev/phone/${id}`)).status).toBe(404);
    expect((await ask(`/dev/phone/${id}`, { act: 'hang-up' })).status).toBe(404);
  });

  it('is unavailable if it is off, and its page in production', () => {
    const config = readConfig({ DATA_DIR: folder });
    expect(createIvr({ ...config, ivr: 'off' })).toMatchObject({ gateway: null });
    expect(createIvr({ ...config, ivr: 'off' })).not.toHaveProperty('routes');
    expect(createIvr({ ...config, mode: 'production' })).not.toHaveProperty('routes');
  });
});

describe('a notice', () => {
  const secret = 'a secret';
  const body = JSON.stringify({ call: 'c1', event: 'ended' });
  const read = (text: string, headers: Record<string, string>, at = now) =>
    readNotice(text, new Headers(headers), { secret, now: at });
  it('is accepted with a signature over its body and time', () => {
    expect(read(body, signNotice(body, now, secret))).toEqual({ call: 'c1', event: 'ended' });
  });
  it.each([
    ['other words', () => read(body.replace('c1', 'c2'), signNotice(body, now, secret))],
    ['another secret', () => read(body, signNotice(body, now, 'other'))],
    [
      'another time',
      () => read(body, { ...signNotice(body, now, secret), 'x-ivr-timestamp': String(now.getTime() + 1) }),
    ],
    ['no signature', () => read(body, {})],
    ['no time', () => read(body, signNotice(body, new Date(Number.NaN), secret))],
    [
      'a recorded one',
      () => read(body, signNotice(body, now, secret), new Date(now.getTime() + NOTICE_MS + 1)),
    ],
    ['one of later', () => read(body, signNotice(body, new Date(now.getTime() + NOTICE_MS + 1), secret))],
    ['what is not understood', () => read('{}', signNotice('{}', now, secret))],
  ])('is refused with %s', (_, reading) => expect(reading()).toBeNull());
});
