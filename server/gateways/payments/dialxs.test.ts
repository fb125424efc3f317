import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PaymentOrder } from '#server/ports/payments.ts';
import { createDialxs } from './dialxs.ts';

/* Pins the unverified format (docs/decisions/money/returned.md), so that a change of it fails here. */

const secret = 'forty characters of token';
const order: PaymentOrder = {
  reference: 'a1b2c3',
  cents: 995,
  currency: 'EUR',
  method: '10',
  description: '650 credits',
  lang: 'nl',
  returnUrl: 'https://vonk.example/?payment=a1b2c3',
  notificationUrl: 'https://vonk.example/api/payments/notify/dialxs',
  expiresAt: new Date('2026-11-20T13:00:00Z'),
};

let requests: { method: string | undefined; url: string; authorization: string | null; body: unknown }[];
let answer: unknown;
const fetch = async (url: URL | RequestInfo, init: RequestInit = {}) => {
  const body = init.body ? JSON.parse(String(init.body)) : null;
  const authorization = new Headers(init.headers).get('authorization');
  requests.push({ method: init.method, url: String(url), authorization, body });
  return Response.json(answer);
};
const at = (url: string) => createDialxs({ config: { merchant: 'vonk', secret, url }, fetch });
const dialxs = at('https://dialxs.example/api');
beforeEach(() => {
  requests = [];
});

it.each(['https://dialxs.example/api', 'https://dialxs.example/api/'])(
  'makes an order at %s',
  async (url) => {
    answer = { id: 'dx1', url: 'https://pay.example/dx1' };
    expect(await at(url).create(order)).toEqual({ order: 'dx1', redirectUrl: 'https://pay.example/dx1' });
    expect(requests).toEqual([
      {
        method: 'POST',
        url: 'https://dialxs.example/api/payments',
        authorization: `Bearer ${secret}`,
        body: {
          merchant: 'vonk',
          reference: 'a1b2c3',
          amount: { cents: 995, currency: 'EUR' },
          method: '10',
          description: '650 credits',
          language: 'nl',
          expires: '2026-11-20T13:00:00.000Z',
          returnUrl: order.returnUrl,
          notifyUrl: order.notificationUrl,
        },
      },
    ]);
  },
);

describe('the status of an order', () => {
  const amount = { cents: 995, currency: 'EUR' };
  const readStatus = (fields: object) => {
    answer = { reference: 'a1b2c3', amount, ...fields };
    return dialxs.status('dx/1');
  };

  it('is read by its id', async () => {
    expect(await readStatus({ state: 'open' })).toEqual({ state: 'pending' });
    expect(requests).toMatchObject([{ method: 'GET', url: 'https://dialxs.example/api/payments/dx%2F1' }]);
  });

  it.each([
    ['fraud', 299],
    ['error', 300],
    ['rejected', 302],
    ['expired', 308],
    ['cancelled', 309],
    ['constructor', 100],
    [undefined, 100],
  ])('maps the failure %s to reason %i', async (failure, reason) => {
    expect(await readStatus({ state: 'failed', failure })).toEqual({
      state: 'failed',
      reason,
      reference: 'a1b2c3',
    });
  });

  it('contains what was paid and what was returned', async () => {
    const paid = { state: 'paid', cents: 995, currency: 'EUR', reference: 'a1b2c3' };
    expect(await readStatus({ state: 'paid' })).toEqual(paid);
    expect(await readStatus({ state: 'paid', returned: null })).toEqual(paid);
    expect(await readStatus({ state: 'paid', returned: { kind: 'chargeback', cents: 300 } })).toEqual({
      ...paid,
      returned: { how: 'chargeback', cents: 300 },
    });
    expect(await readStatus({ state: 'paid', reference: undefined })).toEqual({ ...paid, reference: '' });
  });

  it.each([{ state: 'done' }, { state: 'paid', amount: { cents: 9.95, currency: 'EUR' } }])(
    'throws for the invalid response %j',
    (fields) => expect(readStatus(fields)).rejects.toThrow(),
  );
});

describe('a refund', () => {
  const back = (totalCents: number) =>
    dialxs.refund('dx1', { totalCents, description: 'sorry', notificationUrl: order.notificationUrl });

  it('sends the missing amount, or nothing if none is missing', async () => {
    const amount = { cents: 995, currency: 'EUR' };
    answer = { reference: 'a', state: 'paid', amount, returned: { kind: 'refund', cents: 300 } };
    await back(500);
    expect(requests.slice(1)).toMatchObject([
      {
        method: 'POST',
        url: 'https://dialxs.example/api/payments/dx1/refunds',
        body: { amount: { cents: 200, currency: 'EUR' }, description: 'sorry' },
      },
    ]);
    requests = [];
    await back(300);
    expect(requests).toHaveLength(1);
  });

  it.each([
    [{ state: 'open' }, 995, 'Cannot refund an order that is pending'],
    [{ state: 'failed' }, 995, 'Cannot refund an order that is failed'],
    [{ state: 'paid' }, 996, 'Cannot refund 996 cents of an order of 995'],
  ])('is refused for %j', async (fields, cents, words) => {
    answer = { reference: 'a', amount: { cents: 995, currency: 'EUR' }, ...fields };
    await expect(back(cents)).rejects.toThrow(words);
    expect(requests).toHaveLength(1);
  });
});

describe('a notification', () => {
  const sign = (body: string, key = secret) => createHmac('sha256', key).update(body).digest('hex');
  const read = (body: string, signature = sign(body)) =>
    dialxs.verify(body, new Headers({ 'x-dialxs-signature': signature }));
  const body = '{"id":"dx1"}';

  it('names its order if it is signed with our secret', () => {
    expect(read(body)).toEqual({ order: 'dx1' });
    expect(read(`{"id":"${'x'.repeat(128)}"}`)).not.toBeNull();
  });

  it.each([
    ['another secret', sign(body, 'guessed')],
    ['the signature of another body', sign('{"id":"dx2"}')],
    ['a signature cut short', sign(body).slice(0, 62)],
    ['a signature that goes on', `${sign(body)}00`],
    ['no hex', 'z'.repeat(64)],
    ['nothing', ''],
  ])('names no order with %s', (_, signature) => expect(read(body, signature)).toBeNull());

  it.each(['not json', '{}', '{"id":7}', '{"id":""}', `{"id":"${'x'.repeat(129)}"}`, 'null'])(
    'that is signed but unreadable names none: %j',
    (raw) => expect(read(raw)).toBeNull(),
  );

  it('is answered in one word', () => {
    const type = 'text/plain; charset=utf-8';
    expect(dialxs.acknowledge(true)).toEqual({ body: 'OK', type });
    expect(dialxs.acknowledge(false)).toEqual({ body: 'RETRY', type });
  });
});
