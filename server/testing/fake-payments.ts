import type { OrderStatus, PaymentGateway, PaymentOrder } from '#server/gateways/payments/gateway.ts';

export interface FakePayments {
  gateway: PaymentGateway;
  /** Orders by their id at the provider. */
  orders: Map<string, PaymentOrder>;
  /** How an order stands; pending until a test says otherwise. */
  statuses: Map<string, OrderStatus>;
}

/** A provider whose notifications are genuine when they carry `x-signed: yes`; the body is the order's id. */
export function fakePayments(): FakePayments {
  const orders = new Map<string, PaymentOrder>();
  const statuses = new Map<string, OrderStatus>();
  return {
    orders,
    statuses,
    gateway: {
      provider: 'sandbox',
      async create(order) {
        const id = `order-${orders.size + 1}-${order.reference}`;
        orders.set(id, order);
        return { order: id, redirectUrl: `/pay/${id}` };
      },
      status: async (order) => statuses.get(order) ?? { state: 'pending' },
      verify: (rawBody, headers) => (headers.get('x-signed') === 'yes' ? { order: rawBody } : null),
      acknowledge: (accepted) => ({ body: accepted ? 'TRUE' : 'FALSE', type: 'text/plain' }),
    },
  };
}
