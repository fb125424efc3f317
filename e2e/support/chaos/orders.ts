import type { Purchase } from '#contract/wallet/receipts-calls.ts';
import type { ApiClient } from '../started/api-client.ts';

/** How the sandbox's payer pays: told at once, late, twice, in the wrong order, or not at all. */
const payings = ['paid', 'paid-slowly', 'paid-twice', 'paid-out-of-order', 'paid-unheard'] as const;
const returnings = ['refund', 'refund-half', 'chargeback'] as const;

export interface Order {
  readonly payment: string;
  readonly payUrl: string;
  readonly paying: (typeof payings)[number];
  /** Whether the payer's decision was answered. */
  decided: boolean;
  /** How the provider or the bank sent the money back, once it was asked to. */
  returning: (typeof returnings)[number] | null;
  /** The receipt's number once a withdrawal was asked for. */
  withdrawing: string | null;
  /** Credits that the product acknowledged as withdrawn. */
  withdrawn: number;
}

const pick = <One>(list: readonly One[]): One => list[Math.floor(Math.random() * list.length)] as One;

/** What one member buys and gives back, with the memory of it. `refuse` is told what the product refused. */
export function ordersOf(api: ApiClient, bundle: string, refuse: (label: string) => void) {
  const orders: Order[] = [];
  const untouched = () =>
    orders.find(({ decided, returning, withdrawing }) => decided && !returning && !withdrawing);

  const decide = async (order: Order): Promise<void> => {
    if ((await api.pay(order.payUrl, order.paying)) === 303) order.decided = true;
  };

  async function askToWithdraw(order: Order): Promise<void> {
    const path = `/api/member/purchases/${order.withdrawing}/withdraw`;
    const { status, body } = await api.send<{ credits: number; label: string }>('POST', path, { lang: 'en' });
    if (status === 200) order.withdrawn = body.credits;
    else if (status < 500) {
      // Nothing of it was left: nothing moved.
      refuse(body.label);
      order.withdrawing = null;
    } else throw new Error(`the withdrawal answered ${status}`);
  }

  return {
    orders,
    async buy(): Promise<void> {
      const opened = await api.openPayment(bundle);
      const order: Order = {
        ...opened,
        paying: pick(payings),
        decided: false,
        returning: null,
        withdrawing: null,
        withdrawn: 0,
      };
      orders.push(order);
      await decide(order);
    },
    /** At the provider: the product is told, or not. */
    async giveBack(): Promise<void> {
      const order = untouched();
      if (!order) return;
      // Before it is asked: whether the answer is lost or not, money may be on its way back.
      order.returning = pick(returnings);
      await api.pay(order.payUrl, order.returning);
    },
    /** At the product: unused credits for money, which the product has to send. */
    async withdraw(): Promise<void> {
      const { body } = await api.send<{ result: Purchase[] }>('GET', '/api/member/purchases?page=1');
      const offered = body.result.find(({ withdrawal }) => withdrawal !== null);
      const order = orders.find(({ payment }) => payment === offered?.payment);
      if (!order || !offered || order.returning || order.withdrawing) return;
      order.withdrawing = offered.receipt;
      await askToWithdraw(order);
    },
    /** Asks again what had no answer; a provider tells again what was not heard. */
    async finish(): Promise<void> {
      for (const order of orders) {
        if (!order.decided) await decide(order);
        if (order.withdrawing && order.withdrawn === 0) await askToWithdraw(order);
      }
    },
    /** Has the provider tell again what was given back; done twice it gives nothing more. */
    async tellReturns(): Promise<void> {
      for (const order of orders.filter(({ returning }) => returning))
        await api.pay(order.payUrl, order.returning ?? '');
    },
  };
}
