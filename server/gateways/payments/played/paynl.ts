import { z } from 'zod';
import type { FailReason } from '#contract/wallet/payment.ts';
import { createPaynl } from '../paynl.ts';
import { signExchange } from '../signed-exchange.ts';
import { type PlayedRequest, type PlayedResponse, startHttps } from './https-server.ts';
import { orderBook, type Played, type Stage } from './stage.ts';

const account = {
  serviceId: 'SL-1111-2222',
  username: 'AT-3333-4444',
  secret: 'forty characters of token',
  test: true,
};
const authorization = `Basic ${Buffer.from(`${account.username}:${account.secret}`).toString('base64')}`;

const codes: Readonly<Record<FailReason, number>> = {
  100: -61,
  299: -61,
  300: -60,
  302: -63,
  308: -80,
  309: -90,
};

function codeOf({ state, reason, returned, cents }: Played): number {
  if (state === 'failed') return codes[reason ?? 100];
  if (state === 'open') return 20;
  if (!returned) return 100;
  if (returned.how === 'chargeback') return -71;
  return returned.cents < cents ? -82 : -81;
}

const createSchema = z.object({
  amount: z.object({ value: z.number(), currency: z.string() }),
  reference: z.string().regex(/^[a-zA-Z0-9]+$/),
});
const refundSchema = z.object({ amount: z.object({ value: z.number(), currency: z.string() }) });

/** The order API and the older API, as described by design and SDK. */
export async function playPaynl(patience?: number): Promise<Stage> {
  const book = orderBook();
  const answer = ({ method, path, authorization: header, body }: PlayedRequest): PlayedResponse => {
    if (header !== authorization) return { status: 401, body: { code: 'PAY-1200', title: 'Unauthorized' } };
    const [, orders, id = '', what] =
      /^\/(v1\/orders|v2\/transactions)(?:\/([^/]+))?(?:\/(status|refund))?$/.exec(path) ?? [];
    const known = book.orders.get(id);
    if (method === 'POST' && orders === 'v1/orders' && !id) return create(body);
    if (!known) return { status: 404, body: { code: 'PAY-1404', title: 'Not found' } };
    if (method === 'PATCH' && what === 'refund') return refund(id, body);
    if (what === 'status') return { status: 200, body: statusBody(known) };
    return {
      status: 200,
      body: { amountRefunded: { value: known.returned?.cents ?? 0, currency: known.currency } },
    };
  };

  function create(body: unknown): PlayedResponse {
    const { amount, reference } = createSchema.parse(body);
    const orderId = `5${book.orders.size}007856048X13e0`;
    const fresh = { state: 'open', reason: null, returned: null } as const;
    book.orders.set(orderId, { reference, cents: amount.value, currency: amount.currency, ...fresh });
    return { status: 201, body: { orderId, links: { redirect: `https://pay.example/${orderId}` } } };
  }

  function refund(id: string, body: unknown): PlayedResponse {
    const done = book.refund(id, refundSchema.parse(body).amount.value);
    return done
      ? { status: 200, body: { orderId: id } }
      : { status: 422, body: { title: 'Amount too high' } };
  }

  const server = await startHttps(answer);
  const tools = { fetch: globalThis.fetch, ...(patience ? { patience } : {}) };
  const config = { ...account, url: server.url, refundUrl: `${server.url}/v2` };
  return {
    ...book,
    gateway: createPaynl({ ...tools, config }),
    impostor: () => createPaynl({ ...tools, config: { ...config, secret: 'another secret' } }),
    server,
    notice(order) {
      const body = JSON.stringify({ object: { orderId: order, ...statusBody(book.of(order)) } });
      return { body, headers: signExchange(body, { keyId: account.username, secret: account.secret }) };
    },
    close: () => server.close(),
  };
}

const statusBody = (order: Played) => ({
  reference: order.reference,
  status: { code: codeOf(order) },
  amount: { value: order.cents, currency: order.currency },
});
