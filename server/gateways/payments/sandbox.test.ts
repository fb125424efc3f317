import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import type { PaymentOrder } from '#server/ports/payments.ts';
import { createPayments, type Payments } from './index.ts';
import { type Outcome, outcomes, SLOW } from './sandbox.ts';

const order: PaymentOrder = {
  reference: 'a1b2c3',
  cents: 995,
  currency: 'EUR',
  method: '10',
  description: '650 credits <b>',
  lang: 'nl',
  returnUrl: 'http://localhost:4321/en?payment=a1b2c3',
  notificationUrl: 'http://localhost:4321/api/payments/notify/sandbox',
  expiresAt: new Date('2026-11-20T13:00:00Z'),
};

let folder: string;
let now: Date;
let notices: { url: string; order: string | undefined; code: unknown }[];
/** Whether the product accepts a notification. */
let taken: boolean;
let sandbox: Payments;
let id: string;
/** Number of notifications that wait or are being delivered. */
let busy: number;

async function busyUntil<Result>(step: Promise<Result>): Promise<Result> {
  busy += 1;
  try {
    return await step;
  } finally {
    busy -= 1;
  }
}

function start(): Payments {
  const config = readConfig({ DATA_DIR: folder });
  const take = async (request: Request) => {
    const body = await request.text();
    const known = payments.gateway.verify(body, request.headers);
    notices.push({ url: request.url, order: known?.order, code: JSON.parse(body).object.status.code });
    return Response.json({ result: taken });
  };
  const payments: Payments = createPayments(config, {
    now: () => now,
    // A twentieth of the time: long enough to keep the order, short enough for a test.
    // biome-ignore lint/plugin/sleeps: the gateway’s own pauses
    wait: (ms, signal) => busyUntil(sleep(ms / 20, undefined, { signal })),
    deliver: (request) => busyUntil(take(request)),
  });
  return payments;
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vonk-sandbox-'));
  now = new Date('2026-11-20T12:00:00Z');
  notices = [];
  busy = 0;
  taken = true;
  sandbox = start();
  id = (await sandbox.gateway.create(order)).order;
});
afterEach(async () => {
  sandbox.close();
  await rm(folder, { recursive: true });
});

const choose = (outcome: string, of = id) =>
  sandbox.routes?.request(`/dev/pay/${of}`, { method: 'POST', body: new URLSearchParams({ outcome }) });
const status = () => sandbox.gateway.status(id);

it('sends the payer to a page of this site', async () => {
  const created = await sandbox.gateway.create(order);
  expect(created.redirectUrl).toBe(`http://localhost:4321/dev/pay/${created.order}`);
  expect(await status()).toEqual({ state: 'pending' });
});

describe('the page', () => {
  it('shows order, amount and method, offers every outcome, and escapes text', async () => {
    const response = await sandbox.routes?.request(`/dev/pay/${id}`);
    const page = (await response?.text()) ?? '';
    expect(page).toContain('a1b2c3');
    expect(page).toContain('9,95');
    expect(page).toContain('iDEAL');
    for (const outcome of outcomes) expect(page).toContain(`value="${outcome}"`);
    expect(page).not.toContain('<b>');
    expect(response?.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it.each([
    ['nl', ['Betalen', 'Geannuleerd (309)', 'Bericht komt twee keer', 'Bank antwoordt later']],
    ['en', ['Pay', 'Cancelled (309)', 'Notice arrives twice', 'Bank answers later']],
  ] as const)('labels the buttons in the payer’s language (%s)', async (lang, names) => {
    const created = await sandbox.gateway.create({ ...order, lang });
    const page = await (await sandbox.routes?.request(`/dev/pay/${created.order}`))?.text();
    expect(page).toContain(`<html lang="${lang}">`);
    for (const name of names) expect(page).toContain(`>${name}</button>`);
  });

  it('offers no buttons once the payment is decided', async () => {
    await choose('failed-309');
    const page = await (await sandbox.routes?.request(`/dev/pay/${id}`))?.text();
    expect(page).not.toContain('<button');
    expect(page).toContain(order.returnUrl);
  });

  it.each(['../../etc/passwd', 'f'.repeat(24), '%00'])('does not find the order %j', async (unknown) => {
    expect((await sandbox.routes?.request(`/dev/pay/${encodeURIComponent(unknown)}`))?.status).toBe(404);
    expect((await choose('paid', encodeURIComponent(unknown)))?.status).toBe(404);
  });

  it('refuses an unknown outcome', async () => {
    expect((await choose('free'))?.status).toBe(400);
  });

  it('does not exist in production', () => {
    const config = { ...readConfig({ DATA_DIR: folder }), mode: 'production' as const };
    expect(createPayments(config)).not.toHaveProperty('routes');
  });
});

describe('paying', () => {
  it('returns to the site, counts as paid, and sends a signed notification', async () => {
    const response = await choose('paid');
    expect(response?.status).toBe(303);
    expect(response?.headers.get('location')).toEqual(order.returnUrl);
    expect(await status()).toEqual({ state: 'paid', cents: 995, currency: 'EUR', reference: 'a1b2c3' });
    await expect.poll(() => notices).toEqual([{ url: order.notificationUrl, order: id, code: 100 }]);
  });

  it('counts once: a second choice has no effect', async () => {
    await choose('failed-300');
    await choose('paid');
    expect(await status()).toMatchObject({ state: 'failed', reason: 300 });
  });

  it('counts once if several are made at once, and each is answered', async () => {
    const pressed = ['paid', 'paid', 'failed-300', 'paid', 'failed-309', 'paid-twice'];
    const answers = await Promise.all(pressed.map((outcome) => choose(outcome)));
    expect(answers.map((answer) => answer?.status)).toEqual(pressed.map(() => 303));
    expect(await status()).toMatchObject({ state: 'paid' });
    await expect.poll(() => notices.map(({ code }) => code)).toEqual([100]);
  });

  it.each(outcomes.filter((name) => name.startsWith('failed-')))(
    'L4.4 L4.5 L4.6 L4.7 L4.8 L4.9 that ends in %s says why',
    async (outcome) => {
      await choose(outcome);
      expect(await status()).toEqual({
        state: 'failed',
        reason: Number(outcome.slice(7)),
        reference: 'a1b2c3',
      });
    },
  );

  it('a wrong amount is reported unchanged', async () => {
    await choose('paid-wrong-amount');
    expect(await status()).toMatchObject({ state: 'paid', cents: 994 });
  });

  it('slowly is pending until the bank has decided', async () => {
    await choose('paid-slowly');
    expect(await status()).toEqual({ state: 'pending' });
    expect(notices).toEqual([]);
    now = new Date(now.getTime() + SLOW);
    expect(await status()).toMatchObject({ state: 'paid' });
    await expect.poll(() => notices).toHaveLength(1);
  });

  it.each<[Outcome, unknown[]]>([
    ['paid-twice', [100, 100]],
    ['paid-out-of-order', [100, 20, -90]],
    ['paid-unheard', []],
  ])('%s is notified with %j', async (outcome, codes) => {
    await choose(outcome);
    await expect.poll(() => busy).toBe(0);
    expect(notices.map(({ code }) => code)).toEqual(codes);
  });

  it('L4.8 an expired order cannot be paid', async () => {
    now = order.expiresAt;
    expect(await status()).toMatchObject({ state: 'failed', reason: 308 });
    await choose('paid');
    expect(await status()).toMatchObject({ state: 'failed', reason: 308 });
  });
});

describe('money of a paid order', () => {
  it.each([
    ['refund', { how: 'refund', cents: 995 }, -81],
    ['refund-half', { how: 'refund', cents: 498 }, -82],
    ['chargeback', { how: 'chargeback', cents: 995 }, -70],
  ] as const)('is returned by the page’s button %s, with a notification', async (button, returned, code) => {
    await choose('paid');
    const page = await (await sandbox.routes?.request(`/dev/pay/${id}`))?.text();
    expect(page).toContain(`value="${button}"`);
    await choose(button);
    expect(await status()).toMatchObject({ state: 'paid', returned });
    await expect.poll(() => notices.map((notice) => notice.code)).toEqual([100, code]);
  });

  it('is returned once if requested several times at once', async () => {
    await choose('paid');
    const answers = await Promise.all(
      ['refund', 'chargeback', 'refund-half'].map((button) => choose(button)),
    );
    expect(answers.map((answer) => answer?.status)).toEqual([303, 303, 303]);
    const { returned } = { returned: null, ...(await status()) };
    expect(returned).toMatchObject({ cents: 995 });
  });

  it("can't be returned before it is paid, nor a second time", async () => {
    const shown = async () => (await sandbox.routes?.request(`/dev/pay/${id}`))?.text();
    expect(await shown()).not.toContain('chargeback');
    await choose('refund');
    expect(await status()).toEqual({ state: 'pending' });
    await choose('paid');
    await choose('chargeback');
    expect(await shown()).not.toContain('<button');
  });
});

it('repeats a refused notification and gives up after the last attempt', async () => {
  taken = false;
  await choose('paid');
  await expect.poll(() => notices).toHaveLength(4);
});

it('keeps its orders after the process was killed', async () => {
  await choose('paid');
  sandbox.close();
  sandbox = start();
  expect(await status()).toMatchObject({ state: 'paid', cents: 995 });
});

it('accepts only its own notifications', () => {
  expect(sandbox.gateway.verify('{"object":{"orderId":"x"}}', new Headers({ signature: 'ff' }))).toBeNull();
});
