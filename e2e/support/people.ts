import { type BrowserContext, expect, type Page } from '@playwright/test';
import { listChatReceipts, type Receipt } from '#contract/chat/receipt-calls.ts';
import { pathOf } from '#contract/endpoint.ts';
import { logIn } from '#contract/member/account/account-calls.ts';
import { listConversations } from '#contract/messaging/inbox-calls.ts';
import { listPerformers } from '#contract/performers/directory/directory-calls.ts';
import { readCredits } from '#contract/wallet/purchase-calls.ts';

/** Password of the demo's members and the journeys' members. */
const PASSWORD = 'Demo1234';
const headers = { 'api-key': 'vonk-web' };

/** Answers the age question in this browser and, with an e-mail address, logs in. */
export async function enter(
  context: BrowserContext,
  baseURL: string | undefined,
  email?: string,
  password = PASSWORD,
): Promise<void> {
  const url = baseURL ?? '';
  await context.addCookies([{ name: 'age', value: '1', url }]);
  if (email === undefined) return;
  const data = { username: email, password };
  const answer = await context.request.post(pathOf(logIn), { headers: { ...headers, origin: url }, data });
  expect(answer.status()).toBe(200);
}

/**
 * Resolves when the page's socket is connected and the conversations are requested. Call it before opening the page.
 * Messages sent before only count as unread and open no pop-up.
 */
export async function hearsMessages(page: Page): Promise<void> {
  await Promise.all([
    page.waitForRequest((request) => new URL(request.url()).pathname === pathOf(listConversations)),
    // The server's second packet, after the one that opens the connection, accepts the socket.
    page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived', isLetIn)),
  ]);
}

/** Whether it is an Engine.IO message with a CONNECT packet (Socket.IO protocol 5). */
const isLetIn = ({ payload }: { payload: string | Buffer }): boolean => String(payload).startsWith('40');

/** Returns the balance of the member who is logged in. */
export async function creditsOf(context: BrowserContext): Promise<number> {
  const answer = await context.request.get(pathOf(readCredits), { headers });
  return readCredits.output.parse(await answer.json()).credits;
}

/** Returns the receipt of the member's last ended chat; undefined without an ended chat. */
export async function lastReceiptOf(context: BrowserContext): Promise<Receipt | undefined> {
  const answer = await context.request.get(pathOf(listChatReceipts), { headers });
  return listChatReceipts.output.parse(await answer.json()).result[0];
}

/** Returns the names of the performers in a status; waits until there is at least one. */
export async function performersIn(
  context: Pick<BrowserContext, 'request'>,
  status: 'live' | 'free' | 'offline',
): Promise<string[]> {
  const url = `${pathOf(listPerformers)}?filter[status][]=${status}`;
  let names: string[] = [];
  await expect
    .poll(
      async () => {
        const { result } = listPerformers.output.parse(
          await (await context.request.get(url, { headers })).json(),
        );
        names = result.map(({ username }) => username);
        return names.length;
      },
      { message: `a performer who is ${status}`, timeout: 60_000 },
    )
    .toBeGreaterThan(0);
  return names;
}

/** Number of frames of the page's video so far. */
const picturesOf = (page: Page): Promise<number> =>
  page
    .locator('video')
    .evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames);

/** In ms; in its first minutes a cast is still drawing its picture. */
const PICTURES_TIMEOUT = 30_000;

/** Expects an increasing number of decoded frames. */
export async function expectPictures(page: Page): Promise<void> {
  const timeout = PICTURES_TIMEOUT;
  await expect.poll(() => picturesOf(page), { message: 'a first picture', timeout }).toBeGreaterThan(0);
  const before = await picturesOf(page);
  await expect
    .poll(() => picturesOf(page), { message: 'further pictures', timeout })
    .toBeGreaterThan(before + 5);
}
