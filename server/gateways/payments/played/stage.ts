import type { FailReason } from '#contract/wallet/payment.ts';
import type { PaymentGateway, ReturnedMoney } from '#server/ports/payments.ts';
import type { PlayedServer } from './https-server.ts';

/** A gateway and its provider, played by a test. */
export interface Stage {
  gateway: PaymentGateway;
  /** Acts of the payer, the bank and the provider's staff. */
  pay(order: string, cents?: number): Promise<void>;
  fail(order: string, reason: FailReason): Promise<void>;
  giveBack(order: string, returned: ReturnedMoney): Promise<void>;
  /** The provider's genuine notification about an order. */
  notice(order: string): { body: string; headers: Record<string, string> };
  /** Set for a provider that is reached over the network. */
  server: PlayedServer | null;
  /** The same gateway with a secret unknown to the provider. */
  impostor(): PaymentGateway;
  close(): Promise<void>;
}

/** An order as stored by a played provider. */
export interface Played {
  reference: string;
  cents: number;
  currency: string;
  state: 'open' | 'paid' | 'failed';
  reason: FailReason | null;
  returned: ReturnedMoney | null;
}

export const orderBook = () => {
  const orders = new Map<string, Played>();
  const of = (id: string): Played => {
    const order = orders.get(id);
    if (!order) throw new Error(`No order ${id}`);
    return order;
  };
  return {
    orders,
    of,
    pay: async (id: string, cents = of(id).cents) => void Object.assign(of(id), { state: 'paid', cents }),
    fail: async (id: string, reason: FailReason) => void Object.assign(of(id), { state: 'failed', reason }),
    giveBack: async (id: string, returned: ReturnedMoney) => void Object.assign(of(id), { returned }),
    /** False if the order holds less. */
    refund(id: string, cents: number): boolean {
      const order = of(id);
      const total = (order.returned?.cents ?? 0) + cents;
      if (order.state !== 'paid' || total > order.cents) return false;
      order.returned = { how: 'refund', cents: total };
      return true;
    },
  };
};
