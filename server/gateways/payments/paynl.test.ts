import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PaymentGateway, PaymentOrder } from '#server/ports/payments.ts';
import { createPaynl } from './paynl.ts';
import { signExchange } from './signed-exchange.ts';

interface Seen {
  method: string | undefined;
  url: string | undefined;
  authorization: string | undefined;
  body: unknown;
}

const order: PaymentOrder = {
  reference: 'a1b2c3',
  cents: 995,
  currency: 'EUR',
  method: '10',
  description: '650 credits',
  lang: 'nl',
  returnUrl: 'https://vonk.example/?payment=a1b2c3',
  notificationUrl: 'https://vonk.example/api/payments/notify/paynl',
  expiresAt: new Date('2026-11-20T13:00:00Z'),
};

let server: Server;
let paynl: PaymentGateway;
let seen: Seen[];
let url: string;
let answer: { status: number; body: unknown };
/** Response of the older API, if it differs. */
let elsewhere: object | null;
const account = {
  serviceId: 'SL-1111-2222',
  username: 'AT-3333-4444',
  secret: 'forty characters of token',
  test: true,
};

beforeEach(async () => {
  seen = [];
  elsewhere = null;
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const { method, url, headers } = request;
    seen.push({ method, url, authorization: headers.authorization, body: text ? JSON.parse(text) : null });
    response.writeHead(answer.status, {
      'content-type': 'application/json',
      location: 'https://elsewhere.example/',
    });
    response.end(JSON.stringify((url?.startsWith('/v2') && elsewhere) || answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  url = `http://127.0.0.1:${port}`;
  paynl = createPaynl({ config: { ...account, url, refundUrl: `${url}/v2` }, fetch: globalThis.fetch });
});
afterEach(() => server.close());

describe('creating an order', () => {
  beforeEach(() => {
    answer = {
      status: 201,
      body: { orderId: '51007856048X13e0', links: { redirect: 'https://pay.example/51007856048' } },
    };
  });

  it('returns its id and payment URL', async () => {
    expect(await paynl.create(order)).toEqual({
      order: '51007856048X13e0',
      redirectUrl: 'https://pay.example/51007856048',
    });
  });

  it('sends amount in cents, method, reference and both URLs, authenticated', async () => {
    await paynl.create(order);
    expect(seen[0]).toMatchObject({
      method: 'POST',
      url: '/v1/orders',
      authorization: `Basic ${Buffer.from('AT-3333-4444:forty characters of token').toString('base64')}`,
      body: {
        serviceId: 'SL-1111-2222',
        amount: { value: 995, currency: 'EUR' },
        paymentMethod: { id: 10 },
        description: '650 credits',
        customer: { language: 'nl' },
        reference: 'a1b2c3',
        expire: '2026-11-20T13:00:00.000Z',
        returnUrl: order.returnUrl,
        exchangeUrl: order.notificationUrl,
        integration: { test: true },
      },
    });
  });

  it('throws with the provider’s message and without our secret', async () => {
    answer = { status: 422, body: { code: 'PAY-2833', title: 'Invalid', detail: 'amount is too low' } };
    await expect(paynl.create(order)).rejects.toThrow(/422 .*PAY-2833 Invalid amount is too low/);
    await expect(paynl.create(order)).rejects.not.toThrow(/forty/);
  });

  it.each([
    ['a payment page that is a script', { orderId: '5', links: { redirect: 'javascript:alert(1)' } }],
    ['no order id', { links: { redirect: 'https://pay.example/5' } }],
    ['nothing', null],
  ])('throws on a response with %s', async (_, body) => {
    answer = { status: 200, body };
    await expect(paynl.create(order)).rejects.toThrow();
  });

  it('follows no redirect with its credentials', async () => {
    answer = { status: 302, body: {} };
    await expect(paynl.create(order)).rejects.toThrow();
  });
});

it('refunds at the older API, in cents, with a notification URL', async () => {
  const amount = { value: 995, currency: 'EUR' };
  answer = { status: 200, body: { reference: 'a1b2c3', status: { code: 100 }, amount } };
  const refund = { totalCents: 300, description: 'sorry', notificationUrl: order.notificationUrl };
  await paynl.refund('5', refund);
  expect(seen[1]).toMatchObject({
    method: 'PATCH',
    url: '/v2/transactions/5/refund',
    body: {
      amount: { value: 300, currency: 'EUR' },
      description: 'sorry',
      exchangeUrl: order.notificationUrl,
    },
  });
});

it('sends the missing amount, or nothing if none is missing', async () => {
  const amount = { value: 995, currency: 'EUR' };
  answer = {
    status: 200,
    body: { reference: 'a', status: { code: 100 }, amount, amountRefunded: { value: 300 } },
  };
  const config = { ...account, url, refundUrl: `${url}/v2/` };
  const slashed = createPaynl({ config, fetch: globalThis.fetch });
  const refund = (totalCents: number) =>
    slashed.refund('../x', { totalCents, description: 'sorry', notificationUrl: order.notificationUrl });
  await refund(300);
  expect(seen).toHaveLength(1);
  await refund(500);
  expect(seen[2]).toMatchObject({ url: '/v2/transactions/..%2Fx/refund', body: { amount: { value: 200 } } });
});

describe('the status of an order', () => {
  it.each([
    [20, 'pending'],
    [50, 'pending'],
    [75, 'pending'],
    [80, 'pending'],
    [85, 'pending'],
    [95, 'pending'],
    [97, 'pending'],
    [100, 'paid'],
    [-51, 100],
    [-60, 300],
    [-61, 100],
    [-63, 302],
    [-64, 302],
    [-80, 308],
    [-90, 309],
  ] as const)('%i is %s', async (code, expected) => {
    answer = {
      status: 200,
      body: { orderId: '5', reference: 'a1b2c3', status: { code }, amount: { value: 995, currency: 'EUR' } },
    };
    const known =
      expected === 'pending'
        ? { state: 'pending' }
        : expected === 'paid'
          ? { state: 'paid', cents: 995, currency: 'EUR', reference: 'a1b2c3' }
          : { state: 'failed', reason: expected, reference: 'a1b2c3' };
    expect(await paynl.status('5')).toEqual(known);
    expect(seen[0]?.url).toBe('/v1/orders/5/status');
  });

  it.each([
    [-70, 'chargeback', 995, undefined],
    [-71, 'chargeback', 995, undefined],
    [-72, 'refund', 995, undefined],
    [-81, 'refund', 995, undefined],
    [-82, 'refund', 300, 300],
    [100, 'refund', 300, 300],
  ] as const)('%i is a %s of %i cents', async (code, how, cents, refunded) => {
    const amount = { value: 995, currency: 'EUR' };
    const amountRefunded = refunded && { value: refunded, currency: 'EUR' };
    answer = { status: 200, body: { reference: 'a1b2c3', status: { code }, amount, amountRefunded } };
    expect(await paynl.status('5')).toMatchObject({ state: 'paid', cents: 995, returned: { how, cents } });
  });

  it('is read from the older API if a partial refund has no amount', async () => {
    const body = { reference: 'a', status: { code: -82 }, amount: { value: 995, currency: 'EUR' } };
    answer = { status: 200, body };
    await expect(paynl.status('5')).rejects.toThrow(/no refunded amount/);
    expect(seen[1]?.url).toBe('/v2/transactions/5');
  });

  it('has the cents of the older API', async () => {
    const amount = { value: 995, currency: 'EUR' };
    const body = { reference: 'a', status: { code: -82 }, amount };
    answer = { status: 200, body };
    elsewhere = { amountRefunded: { value: 250 } };
    const { state, ...rest } = await paynl.status('5');
    expect(state).toBe('paid');
    expect(rest).toEqual({
      cents: 995,
      currency: 'EUR',
      reference: 'a',
      returned: { how: 'refund', cents: 250 },
    });
  });

  it('throws on an invalid response', async () => {
    answer = { status: 200, body: { status: 'PAID' } };
    await expect(paynl.status('5')).rejects.toThrow();
  });

  it('asks for a single order, whatever its id contains', async () => {
    answer = { status: 404, body: {} };
    await expect(paynl.status('../transactions?x=')).rejects.toThrow(/404/);
    expect(seen[0]?.url).toBe('/v1/orders/..%2Ftransactions%3Fx%3D/status');
  });
});

it('accepts only notifications signed with its own key', () => {
  const body = JSON.stringify({ object: { orderId: '5' } });
  const signed = (keyId: string, secret: string) => new Headers(signExchange(body, { keyId, secret }));
  expect(paynl.verify(body, signed(account.username, account.secret))).toEqual({ order: '5' });
  expect(paynl.verify(body, signed(account.serviceId, account.secret))).toBeNull();
  expect(paynl.verify(body, signed(account.username, 'guessed'))).toBeNull();
});
