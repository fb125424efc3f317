import type { DialxsConfig } from '#server/config/money/payments.ts';
import type { OrderStatus, PaymentGateway } from '#server/ports/payments.ts';
import { type Ask, askProvider, NO_ORDER, PATIENCE, pingProvider, refundRest } from './ask-provider.ts';
import * as format from './dialxs-format.ts';

export interface DialxsTools {
  config: DialxsConfig;
  fetch: typeof globalThis.fetch;
  patience?: number;
}

/** DialXS in the unverified format of `dialxs-format.ts`. */
export function createDialxs({ config, fetch, patience = PATIENCE }: DialxsTools): PaymentGateway {
  const headers = { authorization: `Bearer ${config.secret}` };
  const line = { name: 'DialXS', fetch, headers, patience };
  const urlOf = (path: string) => new URL(path, `${config.url.replace(/\/$/, '')}/`);
  const ask = (method: Ask['method'], path: string, body?: unknown) =>
    askProvider(line, { method, url: urlOf(path), body });
  const status = async (order: string): Promise<OrderStatus> =>
    format.readPayment(await ask('GET', format.paymentPath(order)));

  return {
    provider: 'dialxs',
    async create(order) {
      const answer = await ask('POST', format.createPath, format.createBody(config.merchant, order));
      const { id, url } = format.createdSchema.parse(answer);
      return { order: id, redirectUrl: url };
    },
    status,
    check: () => pingProvider(line, urlOf(format.paymentPath(NO_ORDER))),
    async refund(order, { totalCents, description }) {
      const rest = refundRest(await status(order), totalCents);
      if (rest.cents === 0) return;
      await ask('POST', format.refundPath(order), format.refundBody({ ...rest, description }));
    },
    verify: (rawBody, headers) => format.readNotice(rawBody, headers, config.secret),
    acknowledge: format.answerNotice,
  };
}
