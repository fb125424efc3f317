import { z } from 'zod';
import type { FailReason } from '#contract/wallet/payment.ts';
import { createDialxs } from '../dialxs.ts';
import { failures, signNotice } from '../dialxs-format.ts';
import { type PlayedRequest, type PlayedResponse, startHttps } from './https-server.ts';
import { orderBook, type Played, type Stage } from './stage.ts';

const account = { merchant: 'vonk', secret: 'forty characters of token' };
const createSchema = z.object({
  merchant: z.literal(account.merchant),
  reference: z.string(),
  amount: z.object({ cents: z.number(), currency: z.string() }),
});
const refundSchema = z.object({ amount: z.object({ cents: z.number() }) });

const wordOf = (reason: FailReason | null): string =>
  Object.entries(failures).find(([, number]) => number === reason)?.[0] ?? 'something else';

/** Uses the unverified format of `dialxs-format.ts`. */
export async function playDialxs(patience?: number): Promise<Stage> {
  const book = orderBook();
  const answer = ({ method, path, authorization, body }: PlayedRequest): PlayedResponse => {
    if (authorization !== `Bearer ${account.secret}`) return { status: 401, body: { title: 'Unauthorized' } };
    const [, id = '', what] = /^\/api\/payments(?:\/([^/]+))?(?:\/(refunds))?$/.exec(path) ?? [];
    if (method === 'POST' && !id) return create(body);
    const known = book.orders.get(id);
    if (!known) return { status: 404, body: { title: 'Not found' } };
    if (what !== 'refunds') return { status: 200, body: statusBody(known) };
    const done = book.refund(id, refundSchema.parse(body).amount.cents);
    return done ? { status: 201, body: {} } : { status: 422, body: { title: 'Amount too high' } };
  };

  function create(body: unknown): PlayedResponse {
    const { amount, reference } = createSchema.parse(body);
    const id = `dx${book.orders.size}`;
    book.orders.set(id, { reference, ...amount, state: 'open', reason: null, returned: null });
    return { status: 201, body: { id, url: `https://pay.example/${id}` } };
  }

  const server = await startHttps(answer);
  const tools = { fetch: globalThis.fetch, ...(patience ? { patience } : {}) };
  const config = { ...account, url: `${server.url}/api` };
  return {
    ...book,
    gateway: createDialxs({ ...tools, config }),
    impostor: () => createDialxs({ ...tools, config: { ...config, secret: 'another secret' } }),
    server,
    notice(order) {
      const body = JSON.stringify({ id: order });
      return { body, headers: signNotice(body, account.secret) };
    },
    close: () => server.close(),
  };
}

const statusBody = ({ reference, cents, currency, state, reason, returned }: Played) => ({
  reference,
  state,
  amount: { cents, currency },
  ...(state === 'failed' ? { failure: wordOf(reason) } : {}),
  returned: returned && { kind: returned.how, cents: returned.cents },
});
