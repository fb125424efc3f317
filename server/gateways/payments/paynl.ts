import { z } from 'zod';
import type { FailReason } from '#contract/wallet/payment.ts';
import type { PaynlConfig } from '#server/config/config.ts';
import type { CreatedOrder, OrderStatus, PaymentGateway, PaymentOrder } from '#server/ports/payments.ts';
import { answerExchange, readExchange } from './signed-exchange.ts';

/** ms that the order API may take to answer. */
const PATIENCE = 10_000;

const createdSchema = z.object({
  orderId: z.string().min(1),
  links: z.object({ redirect: z.url({ protocol: /^https?$/ }) }),
});

const statusSchema = z.object({
  reference: z.string().default(''),
  status: z.object({ code: z.coerce.number().int() }),
  amount: z.object({ value: z.number().int(), currency: z.string() }),
});

export interface PaynlTools {
  config: PaynlConfig;
  fetch: typeof globalThis.fetch;
}

/** Pay.nl over its order API. */
export function createPaynl({ config, fetch }: PaynlTools): PaymentGateway {
  const key = { keyId: config.username, secret: config.secret };
  const authorization = `Basic ${Buffer.from(`${config.username}:${config.secret}`).toString('base64')}`;

  async function ask(path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(new URL(path, config.url), {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization, accept: 'application/json', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (!response.ok)
      throw new Error(`Pay.nl answered ${response.status} to ${path}: ${await problemOf(response)}`);
    return response.json();
  }

  return {
    provider: 'paynl',
    async create(order): Promise<CreatedOrder> {
      const { orderId, links } = createdSchema.parse(await ask('/v1/orders', orderBody(config, order)));
      return { order: orderId, redirectUrl: links.redirect };
    },
    async status(order) {
      const answer = statusSchema.parse(await ask(`/v1/orders/${encodeURIComponent(order)}/status`));
      return statusOf(answer);
    },
    verify: (rawBody, headers) => readExchange(rawBody, headers, key),
    acknowledge: answerExchange,
  };
}

function orderBody(config: PaynlConfig, order: PaymentOrder): unknown {
  return {
    serviceId: config.serviceId,
    amount: { value: order.cents, currency: order.currency },
    paymentMethod: { id: Number(order.method) },
    description: order.description,
    reference: order.reference,
    expire: order.expiresAt.toISOString(),
    returnUrl: order.returnUrl,
    exchangeUrl: order.notificationUrl,
    integration: { test: config.test },
    customer: { language: order.lang },
  };
}

/** Our reasons by the provider's status codes. */
const reasons: Readonly<Record<number, FailReason>> = {
  [-60]: 300,
  [-63]: 302,
  [-64]: 302,
  [-80]: 308,
  [-90]: 309,
};
const PAID = 100;

/** Only PAID books: AUTHORIZE (95) reserves money. */
function statusOf({ status, amount, reference }: z.output<typeof statusSchema>): OrderStatus {
  if (status.code === PAID)
    return { state: 'paid', cents: amount.value, currency: amount.currency, reference };
  if (status.code >= 0) return { state: 'pending' };
  return { state: 'failed', reason: reasons[status.code] ?? 100, reference };
}

const problemSchema = z.object({
  code: z.string().optional(),
  title: z.string().optional(),
  detail: z.string().optional(),
});

/** The provider's error message, cut to fit a log line. */
async function problemOf(response: Response): Promise<string> {
  const parsed = problemSchema.safeParse(await response.json().catch(() => null));
  if (!parsed.success) return 'no explanation';
  const { code, title, detail } = parsed.data;
  return [code, title, detail].filter(Boolean).join(' ').slice(0, 300);
}
