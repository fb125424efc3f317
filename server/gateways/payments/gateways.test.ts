import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { failReasons } from '#contract/wallet/payment.ts';
import type { PaymentOrder } from '#server/ports/payments.ts';
import { playDialxs } from './played/dialxs.ts';
import { troubles, trustPlayed } from './played/https-server.ts';
import { playPaynl } from './played/paynl.ts';
import { playSandbox } from './played/sandbox.ts';
import type { Stage } from './played/stage.ts';

const order: PaymentOrder = {
  reference: 'a1b2c3',
  cents: 995,
  currency: 'EUR',
  method: '10',
  description: '650 credits',
  lang: 'nl',
  returnUrl: 'https://vonk.example/?payment=a1b2c3',
  notificationUrl: 'https://vonk.example/api/payments/notify',
  expiresAt: new Date('2026-11-20T13:00:00Z'),
};
const now = () => new Date('2026-11-20T12:00:00Z');
const paid = { state: 'paid', cents: 995, currency: 'EUR', reference: 'a1b2c3' };
const back = (totalCents: number) => ({
  totalCents,
  description: 'refund',
  notificationUrl: order.notificationUrl,
});

/** 299 is set by the product for some of them: Pay.nl has no code for it. */
const gateways = [
  { name: 'sandbox', play: () => playSandbox(now), reasons: failReasons },
  { name: 'paynl', play: playPaynl, reasons: failReasons.filter((reason) => reason !== 299) },
  { name: 'dialxs', play: playDialxs, reasons: failReasons },
];

let distrust: () => void;
beforeAll(() => {
  distrust = trustPlayed();
});
afterAll(() => distrust());

describe.each(gateways)('$name keeps what every gateway promises:', ({ name, play, reasons }) => {
  let stage: Stage;
  let id: string;
  beforeEach(async () => {
    stage = await play();
    id = (await stage.gateway.create(order)).order;
  });
  afterEach(() => stage.close());
  const status = () => stage.gateway.status(id);

  it("has its provider's name", () => expect(stage.gateway.provider).toBe(name));

  it('creates a separate order each time, with a payment page', async () => {
    const second = await stage.gateway.create(order);
    expect(second.order).not.toBe(id);
    expect(new URL(second.redirectUrl).protocol).toMatch(/^https?:$/);
    expect(await status()).toEqual({ state: 'pending' });
  });

  it('returns what was paid: amount, currency and our reference', async () => {
    await stage.pay(id);
    expect(await status()).toEqual(paid);
    expect(await status()).toEqual(paid);
  });

  it.each([994, 996])('returns a wrong amount unchanged: %i', async (cents) => {
    await stage.pay(id, cents);
    expect(await status()).toEqual({ ...paid, cents });
  });

  it.each(reasons)('returns why it failed: %i', async (reason) => {
    await stage.fail(id, reason);
    expect(await status()).toEqual({ state: 'failed', reason, reference: 'a1b2c3' });
  });

  it('throws for an unknown order', async () => {
    await expect(stage.gateway.status('0'.repeat(24))).rejects.toThrow();
  });

  describe('money returned to the payer', () => {
    it.each([
      ['a refund', { how: 'refund', cents: 995 }],
      ['a partial refund', { how: 'refund', cents: 300 }],
      ['a chargeback', { how: 'chargeback', cents: 995 }],
    ] as const)('is reported as %s of a paid order', async (_, returned) => {
      await stage.pay(id);
      await stage.giveBack(id, returned);
      expect(await status()).toEqual({ ...paid, returned });
    });

    it('can be returned in steps up to the total', async () => {
      await stage.pay(id);
      for (const total of [300, 301, 995]) {
        await stage.gateway.refund(id, back(total));
        expect(await status()).toEqual({ ...paid, returned: { how: 'refund', cents: total } });
      }
    });

    it('is returned once, however often it is requested', async () => {
      await stage.pay(id);
      for (const total of [300, 300, 200]) await stage.gateway.refund(id, back(total));
      expect(await status()).toMatchObject({ returned: { cents: 300 } });
    });

    it('never exceeds what was paid, and needs a paid order', async () => {
      await expect(stage.gateway.refund(id, back(995))).rejects.toThrow();
      await stage.pay(id);
      await expect(stage.gateway.refund(id, back(996))).rejects.toThrow();
      expect(await status()).toEqual(paid);
    });
  });

  describe('a notification', () => {
    it('names its order if it is genuine, also when repeated', () => {
      const { body, headers } = stage.notice(id);
      for (const _ of ['first', 'again'])
        expect(stage.gateway.verify(body, new Headers(headers))).toEqual({ order: id });
    });

    it('names no order with another body, another secret or no signature', () => {
      const { body, headers } = stage.notice(id);
      expect(stage.gateway.verify(`${body} `, new Headers(headers))).toBeNull();
      expect(stage.gateway.verify(body, new Headers())).toBeNull();
      expect(stage.impostor().verify(body, new Headers(headers))).toBeNull();
    });

    it('is answered so that the provider knows whether to repeat it', () => {
      const [taken, refused] = [true, false].map((accepted) => stage.gateway.acknowledge(accepted));
      expect(taken?.body).not.toBe(refused?.body);
      expect(taken?.type).toBeTruthy();
    });
  });
});

describe.each(gateways.slice(1))('$name over the network', ({ name }) => {
  const play = name === 'paynl' ? playPaynl : playDialxs;
  let stage: Stage;
  beforeEach(async () => {
    stage = await play(400);
  });
  afterEach(() => stage.close());

  const acts = (of: Stage['gateway'], id: string) => [
    () => of.create(order),
    () => of.status(id),
    () => of.refund(id, back(995)),
  ];

  it('is found to work without an order, and not to work with a wrong secret', async () => {
    await expect(stage.gateway.check()).resolves.toBeUndefined();
    await expect(stage.impostor().check()).rejects.toThrow('401');
  });

  it.each(troubles)('throws if the provider %s', async (trouble) => {
    const { order: id } = await stage.gateway.create(order);
    await stage.pay(id);
    if (!stage.server) throw new Error('The stage has no server');
    stage.server.trouble = trouble;
    for (const act of acts(stage.gateway, id)) await expect(act()).rejects.toThrow();
    stage.server.trouble = null;
    expect(await stage.gateway.status(id)).toEqual(paid);
  });

  it('authenticates with its own secret only, and does not reveal it in errors', async () => {
    const { order: id } = await stage.gateway.create(order);
    for (const act of acts(stage.impostor(), id)) {
      const failure = await act().then(String, String);
      expect(failure).toContain('401');
      expect(failure).not.toContain('another secret');
    }
  });

  it('asks for a single order, whatever its id contains', async () => {
    await expect(stage.gateway.status('../x?y=')).rejects.toThrow(/404/);
    expect(stage.server?.requests.at(-1)?.path).toContain('/..%2Fx%3Fy%3D');
  });

  it('refuses a server with an untrusted certificate', async () => {
    distrust();
    try {
      await expect(stage.gateway.create(order)).rejects.toThrow('fetch failed');
      expect(stage.server?.requests).toEqual([]);
    } finally {
      distrust = trustPlayed();
    }
  });
});
