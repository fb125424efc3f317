import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createOwnProduct, type OwnProduct } from '../../support/product.ts';
import { ApiClient } from '../../support/started/api-client.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

// One data folder for all three: making a new one takes longer than the tests.
let product: OwnProduct;
/** Keys of the demo's past transfers. */
let past: ReadonlySet<string>;
beforeAll(async () => {
  product = await createOwnProduct({ environment: { CAST_SIZE: '2', RATE_LIMITS: 'false' } });
  past = new Set((await product.books()).keys);
});
beforeEach(() => product.start());
afterAll(() => product.remove());

/** No level of a toy: what a toy does not play of a tip is returned. */
const TIP = 110;
const OPENING = 5000;

test('a kill during tips and purchases loses and doubles nothing that was acknowledged', async () => {
  const member = new ApiClient(product.url);
  await member.logIn('demo@example.com', 'Demo1234');
  const performer = await member.waitForFreeChat();
  const auth = await member.join(performer);

  const sent: string[] = [];
  const acknowledged: string[] = [];
  const booked: string[] = [];
  const bundle = await cheapestBundle(member);
  const tipping = async (): Promise<void> => {
    for (let number = 0; number < 9; number += 1) {
      const clientId = randomUUID();
      sent.push(clientId);
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
  // biome-ignore lint/plugin/sleeps: kills at any moment
  await sleep(Math.random() * 50);
  await product.end('SIGKILL');
  await Promise.all(lanes);
  expect(acknowledged.length, 'the kill came in the middle').toBeLessThan(sent.length);

  const books = await product.books();
  expect(books).toMatchObject({ faults: [], total: 0, negative: 0 });
  for (const id of acknowledged) expect(books.keys.some((key) => key.endsWith(id))).toBe(true);
  for (const payment of booked) expect(books.keys.some((key) => key.includes(payment))).toBe(true);

  await product.start();
  await member.waitForFreeChat();
  const again = await member.join(performer);
  for (const clientId of sent) expect((await member.tip(again, TIP, clientId)).status).toBe(200);
  const perBundle = await creditsOf(member, bundle);
  const credits = await member.credits();
  await product.end('SIGTERM');
  const after = await product.books();
  expect(after).toMatchObject({ faults: [], total: 0, negative: 0 });
  const made = after.keys.filter((key) => !past.has(key));
  const purchases = made.filter((key) => key.startsWith('purchase:')).length;
  expect(purchases).toBeGreaterThanOrEqual(booked.length);
  expect(credits).toBe(OPENING + purchases * perBundle - sent.length * TIP);
  expect(made.filter((key) => key.startsWith('tip:'))).toHaveLength(sent.length);
});

test('a second start on the same data folder names its holder and changes nothing', async () => {
  const second = await product.startSecond();
  expect(second.code).toBe(75);
  expect(second.stderr).toContain(`The data folder ${product.dataDir} is in use by process`);
  const member = new ApiClient(product.url);
  await member.logIn('demo@example.com', 'Demo1234');
  expect(await member.credits()).toBeGreaterThan(0);
});

/** Sends the headers of a login; resolves when the product has accepted the request and waits for its body. */
const beginLogin = (url: string) =>
  new Promise<{ finish(): Promise<number | undefined> }>((accepted, failed) => {
    const headers = {
      'api-key': 'vonk-web',
      'content-type': 'application/json',
      origin: url,
      expect: '100-continue',
    };
    const sent = request(`${url}/api/member/login`, { method: 'POST', headers });
    const answered = new Promise<number | undefined>((answer, broken) => {
      sent.on('error', broken);
      sent.on('response', (response) => {
        response.resume();
        answer(response.statusCode);
      });
    });
    answered.catch(failed);
    sent.on('continue', () =>
      accepted({
        finish: () => {
          sent.end('{}');
          return answered;
        },
      }),
    );
    sent.flushHeaders();
  });

test('SIGTERM under load answers every accepted request and exits with 0', async () => {
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
        // While the product stops, it refuses or closes connections.
        const code = (error as { cause?: { code?: string } }).cause?.code;
        expect(['ECONNREFUSED', 'UND_ERR_SOCKET', 'ECONNRESET']).toContain(code);
        refused += 1;
      }
    }
  };
  const visits = [visit(), visit(), visit(), visit()];
  await expect.poll(() => statuses.length, { interval: 20, timeout: 10_000 }).toBeGreaterThan(20);
  const begun = await beginLogin(product.url);
  const ended = product.end('SIGTERM');
  await expect.poll(() => refused, { interval: 20, timeout: 10_000 }).toBeGreaterThan(0);
  expect(await begun.finish()).toBe(400);
  expect(await ended).toBe(0);
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
