import { randomUUID } from 'node:crypto';
import type { Receipt } from '#contract/chat/receipt-calls.ts';
import { Refused } from '../nodes/call.ts';
import { ApiClient } from '../started/api-client.ts';
import { type Order, ordersOf } from './orders.ts';
import { type WatchedChat, watchPaidChat } from './watch-paid-chat.ts';

interface SentTip {
  readonly id: string;
  readonly amount: number;
  acknowledged: boolean;
}

/** Free seats in paid chats: each is a WebRTC connection that this process must handle. */
export interface Seats {
  free: number;
}

interface Surroundings {
  url: string;
  seats: Seats;
  bundle: string;
}

const pick = <One>(list: readonly One[]): One => list[Math.floor(Math.random() * list.length)] as One;
const between = (least: number, most: number): number => least + Math.random() * (most - least);

/** Whether a refusal is final; requests without a response and refusals during a start are retried. */
const isFinal = (status: number): boolean => status >= 400 && status < 500;

/** ms to wait for a performer in paid chat, who returns some time after the product. */
const PAID_CHAT_MS = 5000;

/** A member who tips, buys, watches, returns purchases and leaves, and records requests and responses. */
export class ChaosClient {
  readonly email: string;
  readonly tips: SentTip[] = [];
  readonly chats: WatchedChat[] = [];
  readonly api: ApiClient;
  readonly orders: Order[];
  /** Number of refusals by label. */
  readonly refusals = new Map<string, number>();
  lost = 0;
  readonly #around: Surroundings;
  readonly #market: ReturnType<typeof ordersOf>;
  #auth: string | null = null;

  constructor(email: string, around: Surroundings) {
    this.email = email;
    this.#around = around;
    this.api = new ApiClient(around.url);
    this.#market = ordersOf(this.api, around.bundle, (label) => this.#refuse(label));
    this.orders = this.#market.orders;
  }

  /** Performs one act and returns the ms it waited; counts unanswered acts as lost. */
  async act(): Promise<number> {
    const chance = Math.random();
    const startedAt = Date.now();
    try {
      // Each member buys first, so that a short run has orders, too.
      if (this.orders.length === 0) await this.#market.buy();
      else if (this.#around.seats.free > 0) {
        await this.#watch();
        return 0;
      } else if (!this.#auth) await this.#join();
      else if (chance < 0.75) await this.#tip();
      else if (chance < 0.87) await this.#market.buy();
      else if (chance < 0.91) await this.#market.giveBack();
      else if (chance < 0.94) await this.#market.withdraw();
      else await this.#leave();
    } catch (error) {
      if (error instanceof Refused) this.#refuse(error.message);
      else this.lost += 1;
    }
    return Date.now() - startedAt;
  }

  /** Retries unanswered requests a last time. */
  async finish(): Promise<void> {
    await this.#market.finish();
    await this.#join();
    for (const tip of this.tips.filter(({ acknowledged }) => !acknowledged)) await this.#send(tip);
    await this.#leave();
  }

  /** Makes the provider repeat its notifications of returns. Call after everything is booked. */
  readonly tellReturns = () => this.#market.tellReturns();

  /** Returns the receipts of all the member's chats. */
  async receipts(): Promise<Receipt[]> {
    const all: Receipt[] = [];
    for (let page = 1; ; page += 1) {
      const { body } = await this.api.send<{ result: Receipt[]; total: number }>(
        'GET',
        `/api/chat/chat/receipts?page=${page}`,
      );
      all.push(...body.result);
      if (all.length >= body.total || body.result.length === 0) return all;
    }
  }

  #refuse(label: string): void {
    this.refusals.set(label, (this.refusals.get(label) ?? 0) + 1);
  }

  async #watch(): Promise<void> {
    const { seats, url } = this.#around;
    seats.free -= 1;
    try {
      const performer = await this.api.waitForPaidChat(PAID_CHAT_MS);
      await watchPaidChat({
        url,
        token: this.api.token ?? '',
        performer,
        length: between(1500, 9000),
        remember: (chat) => this.chats.push(chat),
      });
    } finally {
      seats.free += 1;
    }
  }

  async #join(): Promise<void> {
    this.#auth = await this.api.join(await this.api.waitForFreeChat());
  }

  async #leave(): Promise<void> {
    const auth = this.#auth;
    this.#auth = null;
    await this.api.send('PUT', '/api/chat/chat/leave', { auth, reason: 'left' });
  }

  /** Sometimes sends twice at once, like a page that missed its response. */
  async #tip(): Promise<void> {
    const open = this.tips.filter(({ acknowledged }) => !acknowledged);
    const tip = open[0] ?? { id: randomUUID(), amount: pick([100, 150, 200]), acknowledged: false };
    if (!open[0]) this.tips.push(tip);
    await Promise.all(Math.random() < 0.2 ? [this.#send(tip), this.#send(tip)] : [this.#send(tip)]);
  }

  async #send(tip: SentTip): Promise<void> {
    const { status, body } = await this.api.tip(this.#auth ?? '', tip.amount, tip.id);
    if (status === 200) tip.acknowledged = true;
    if (!isFinal(status) || tip.acknowledged) return;
    this.#refuse(String(body.label));
    // The chat ended with the process, or the balance is too low; no credits were moved.
    this.#auth = null;
  }
}
