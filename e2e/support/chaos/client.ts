import { randomUUID } from 'node:crypto';
import { ApiClient } from '../started/api-client.ts';

/** How the sandbox's payer pays: told at once, late, twice, in the wrong order, or not at all. */
const payings = ['paid', 'paid-slowly', 'paid-twice', 'paid-out-of-order', 'paid-unheard'];
const returnings = ['refund', 'refund-half', 'chargeback'];

interface AskedTip {
  readonly id: string;
  readonly amount: number;
  acknowledged: boolean;
}

interface Order {
  readonly payment: string;
  readonly payUrl: string;
  readonly paying: string;
  /** Whether the payer's decision was answered. */
  decided: boolean;
  returned: boolean;
}

const pick = <One>(list: readonly One[]): One => list[Math.floor(Math.random() * list.length)] as One;

/** Whether the product refused for good: a lost answer, or a start that is under way, is asked again. */
const isFinal = (status: number): boolean => status >= 400 && status < 500;

/** One member who tips, buys, gives money back, comes and goes, and remembers what was asked and what was answered. */
export class ChaosClient {
  readonly email: string;
  readonly tips: AskedTip[] = [];
  readonly orders: Order[] = [];
  readonly api: ApiClient;
  refused = 0;
  lost = 0;
  chats = 0;
  #auth: string | null = null;

  constructor(url: string, email: string) {
    this.email = email;
    this.api = new ApiClient(url);
  }

  /** Does one thing; what the killed product did not answer counts as lost. */
  async act(bundle: string): Promise<void> {
    const chance = Math.random();
    try {
      // Everybody buys once, so that a short run has orders, too.
      if (this.orders.length === 0) await this.#buy(bundle);
      else if (!this.#auth) await this.#join();
      else if (chance < 0.75) await this.#tip();
      else if (chance < 0.88) await this.#buy(bundle);
      else if (chance < 0.92) await this.#giveBack();
      else await this.#leave();
    } catch {
      this.lost += 1;
    }
  }

  /** Asks again for what had no answer: the last retry of a patient client. */
  async finish(): Promise<void> {
    for (const order of this.orders.filter(({ decided }) => !decided)) await this.#decide(order);
    await this.#join();
    for (const tip of this.tips.filter(({ acknowledged }) => !acknowledged)) await this.#send(tip);
  }

  async #join(): Promise<void> {
    this.#auth = await this.api.join(await this.api.waitForFreeChat());
    this.chats += 1;
  }

  async #leave(): Promise<void> {
    const auth = this.#auth;
    this.#auth = null;
    await this.api.send('POST', '/api/chat/chat/leave', { auth, reason: 'leave' });
  }

  /** Sometimes twice at once, as a page does that did not see its answer. */
  async #tip(): Promise<void> {
    const open = this.tips.filter(({ acknowledged }) => !acknowledged);
    const tip = open[0] ?? { id: randomUUID(), amount: pick([100, 150, 200]), acknowledged: false };
    if (!open[0]) this.tips.push(tip);
    await Promise.all(Math.random() < 0.2 ? [this.#send(tip), this.#send(tip)] : [this.#send(tip)]);
  }

  async #send(tip: AskedTip): Promise<void> {
    const { status } = await this.api.tip(this.#auth ?? '', tip.amount, tip.id);
    if (status === 200) tip.acknowledged = true;
    if (!isFinal(status) || tip.acknowledged) return;
    this.refused += 1;
    // The chat ended with the process, or the credits did: neither moved anything.
    this.#auth = null;
  }

  async #buy(bundle: string): Promise<void> {
    const opened = await this.api.openPayment(bundle);
    const order = { ...opened, paying: pick(payings), decided: false, returned: false };
    this.orders.push(order);
    await this.#decide(order);
  }

  async #decide(order: Order): Promise<void> {
    const status = await this.api.pay(order.payUrl, order.paying);
    if (status === 303) order.decided = true;
  }

  async #giveBack(): Promise<void> {
    const order = this.orders.find(({ decided, returned }) => decided && !returned);
    if (!order) return;
    // Before it is asked: whether the answer is lost or not, money may be on its way back.
    order.returned = true;
    await this.api.pay(order.payUrl, pick(returnings));
  }
}
