import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createOwnProduct, type OwnProduct } from '../support/product.ts';
import { ApiClient } from '../support/started/api-client.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

// One data folder for all three: making a new one takes longer than what is done to it.
let product: OwnProduct;
/** Transfers of the demo's past. */
let past: ReadonlySet<string>;
beforeAll(async () => {
  product = await createOwnProduct({ environment: { CAST_SIZE: '2', RATE_LIMITS: 'false' } });
  past = new Set((await product.books()).keys);
});
beforeEach(() => product.start());
afterAll(() => product.remove());

const TIP = 100;
const OPENING = 5000;

test('a kill in the middle of tips and purchases loses nothing that was acknowledged and doubles nothing', async () => {
  const member = new ApiClient(product.url);
  await member.logIn('demo@example.com', 'Demo1234');
  const performer = await member.waitForFreeChat();
  const auth = await member.join(performer);

  const asked: string[] = [];
  const acknowledged: string[] = [];
  const booked: string[] = [];
  const bundle = await cheapestBundle(member);
  const tipping = async (): Promise<void> => {
    for (let number = 0; number < 9; number += 1) {
      const clientId = randomUUID();
      asked.push(clientId);
      const { status } = await member.tip(auth, TIP, clientId);
      if (status === 200) acknowledged.push(clientId);
    }
  };
  const buying = async (): Promise<void> => {
    for (let number = 0; number < 20; number += 1) {
      const payment = await member.buy(bundle);
      if (await member.isBooked(payment)) booked.push(payment);
    }
  };
  const lanes = [tipping(), tipping(), tipping(), buying()].map((lane) => lane.catch(() => {}));
  await expect.poll(() => acknowledged.length, { interval: 20, timeout: 60_000 }).toBeGreaterThan(8);
  await sleep(Math.random() * 50);
  await product.end('SIGKILL');
  await Promise.all(lanes);
  expect(acknowledged.length, 'the kill came in the middle').toBeLessThan(asked.length);

  const books = await product.books();
  expect(books).toMatchObject({ faults: [], total: 0, negative: 0 });
  for (const id of acknowledged) expect(books.keys.some((key) => key.endsWith(id))).toBe(true);
  for (const payment of booked) expect(books.keys.some((key) => key.includes(payment))).toBe(true);

  await product.start();
  await member.waitForFreeChat();
  const again = await member.join(performer);
  for (const clientId of asked) expect((await member.tip(again, TIP, clientId)).status).toBe(200);
  const perBundle = await creditsOf(member, bundle);
  const credits = await member.credits();
  await product.end('SIGTERM');
  const after = await product.books();
  expect(after).toMatchObject({ faults: [], total: 0, negative: 0 });
  const made = after.keys.filter((key) => !past.has(key));
  const purchases = made.filter((key) => key.startsWith('purchase:')).length;
  expect(purchases).toBeGreaterThanOrEqual(booked.length);
  expect(credits).toBe(OPENING + purchases * perBundle - asked.length * TIP);
  expect(made.filter((key) => key.startsWith('tip:'))).toHaveLength(asked.length);
});

test('a second start on the same data folder says who holds it and harms nothing', async () => {
  const second = await product.startSecond();
  expect(second.code).toBe(75);
  expect(second.told).toContain(`The data folder ${product.dataDir} is in use by process`);
  const member = new ApiClient(product.url);
  await member.logIn('demo@example.com', 'Demo1234');
  expect(await member.credits()).toBeGreaterThan(0);
});

test('SIGTERM under load answers every request that was taken, and ends with code 0', async () => {
  const statuses: number[] = [];
  let refused = 0;
  const visit = async (): Promise<void> => {
    for (let number = 0; number < 200 && refused === 0; number += 1) {
      try {
        const answer = await fetch(`${product.url}/api/engine/performers?pagination[page]=1`, {
          headers: { 'api-key': 'vonk-web' },
        });
        await answer.arrayBuffer();
        statuses.push(answer.status);
      } catch (error) {
        // A connection that the closed door refused was never taken; one that broke half-way would be a loss.
        const code = (error as { cause?: { code?: string } }).cause?.code;
        expect(['ECONNREFUSED', 'UND_ERR_SOCKET', 'ECONNRESET']).toContain(code);
        refused += 1;
      }
    }
  };
  const visits = [visit(), visit(), visit(), visit()];
  await expect.poll(() => statuses.length, { interval: 20, timeout: 10_000 }).toBeGreaterThan(20);
  expect(await product.end('SIGTERM')).toBe(0);
  await Promise.all(visits);
  expect(new Set(statuses)).toEqual(new Set([200]));
});

interface WalletBody {
  bundles: { id: string; cents: number; credits: number }[];
}

async function cheapestBundle(member: ApiClient): Promise<string> {
  const { body } = await member.send<WalletBody>('GET', '/api/member/wallet');
  return body.bundles.toSorted((a, b) => a.cents - b.cents)[0]?.id ?? '';
}

async function creditsOf(member: ApiClient, bundle: string): Promise<number> {
  const { body } = await member.send<WalletBody>('GET', '/api/member/wallet');
  return body.bundles.find(({ id }) => id === bundle)?.credits ?? 0;
}
