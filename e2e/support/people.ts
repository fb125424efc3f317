import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { Receipt } from '#contract/chat/receipt.ts';
import { listChatReceipts } from '#contract/chat/receipt-calls.ts';
import { pathOf } from '#contract/endpoint.ts';
import { logIn } from '#contract/member/account-calls.ts';
import { listConversations } from '#contract/messaging/inbox-calls.ts';
import { listPerformers } from '#contract/performers/directory-calls.ts';
import { readCredits } from '#contract/wallet/spending-calls.ts';

/** Of the demo's members and the journeys' own. */
const PASSWORD = 'Demo1234';
const headers = { 'api-key': 'vonk-web' };

/** Answers the age question in this browser and, with an address, logs in. */
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
 * Resolves when the page hears of messages: it is connected, and reads its conversations. To be called before the page is opened: a
 * message that comes earlier is counted as unread, and no pop-up tells of it.
 */
export async function hearsMessages(page: Page): Promise<void> {
  await Promise.all([
    page.waitForRequest((asked) => new URL(asked.url()).pathname === pathOf(listConversations)),
    // The second packet from the server, after the one that opens the connection, says that it has been let in.
    page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived', isLetIn)),
  ]);
}

/** (Socket.IO protocol 5) An Engine.IO message that carries CONNECT. */
const isLetIn = ({ payload }: { payload: string | Buffer }): boolean => String(payload).startsWith('40');

/** The balance of whoever is logged in here, as the books say. */
export async function creditsOf(context: BrowserContext): Promise<number> {
  const answer = await context.request.get(pathOf(readCredits), { headers });
  return readCredits.output.parse(await answer.json()).credits;
}

/** What the last chat cost that is over, of whoever is logged in here. */
export async function lastReceiptOf(context: BrowserContext): Promise<Receipt | undefined> {
  const answer = await context.request.get(pathOf(listChatReceipts), { headers });
  return listChatReceipts.output.parse(await answer.json()).result[0];
}

/** Names of performers in one status; waits for the first. */
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

/** Pictures the page's video has shown so far. */
const picturesOf = (page: Page): Promise<number> =>
  page
    .locator('video')
    .evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames);

/** ms. In its first minutes a cast is still drawing what it sends. */
const PICTURES_TIMEOUT = 30_000;

/** Pictures really come out of the decoder: more of them from look to look. */
export async function expectPictures(page: Page): Promise<void> {
  const timeout = PICTURES_TIMEOUT;
  await expect.poll(() => picturesOf(page), { message: 'a first picture', timeout }).toBeGreaterThan(0);
  const before = await picturesOf(page);
  await expect
    .poll(() => picturesOf(page), { message: 'further pictures', timeout })
    .toBeGreaterThan(before + 5);
}
