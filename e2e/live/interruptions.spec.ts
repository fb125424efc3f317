import { readdirSync, readFileSync } from 'node:fs';
import { AUTH_SECONDS, KEEP_ALIVE_MS } from '#contract/chat/session.ts';
import { prices } from '#contract/wallet/prices.ts';
import { beginPaid, expect, test } from '../support/live/journey.ts';
import { screenshot } from '../support/page.ts';
import { expectPictures, lastReceiptOf } from '../support/people.ts';

test('a lost connection ends the chat, and the page resumes in the same minute when it is back', async ({
  page,
  context,
  baseURL,
  allowConsole,
  passTime,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED|WebSocket/);
  // Installed before the page loads, because the socket keeps the clock that it starts with.
  await page.clock.install();
  const { paid } = await beginPaid(page, { baseURL, member: 'rests-offline' });
  await context.setOffline(true);
  // On both sides, the last contact is now too long ago.
  await passTime(AUTH_SECONDS + 1);
  await page.clock.fastForward((AUTH_SECONDS + 1) * 1000);
  await expect.poll(async () => (await lastReceiptOf(context))?.reason).toBe('ping-auth-expired');
  const rejoins = page.getByText('Zodra de verbinding terug is, kijk je vanzelf verder.');
  // The pending keep-alive first waits for its response.
  await expect(async () => {
    await page.clock.fastForward(KEEP_ALIVE_MS);
    await expect(rejoins).toBeVisible({ timeout: 100 });
  }).toPass();
  await context.setOffline(false);
  await expect(page.getByTestId('spent')).toBeVisible();
  await expect(rejoins).toBeHidden();
  await expectPictures(page);
  expect(await paid()).toBe(prices.chatMinute);
});

test('a killed broadcaster is shown, costs nothing, and returns', async ({
  page,
  baseURL,
  product,
  allowConsole,
  nextBeat,
}) => {
  // The player retries while no encoder publishes.
  allowConsole(/status of 409/);
  const { paid } = await beginPaid(page, { baseURL, member: 'rests-cast' });
  signalCast(product.pid(), 'SIGKILL');
  // Holds the restarted cast back until the page shows the loss.
  const waiting = setInterval(() => signalCast(product.pid(), 'SIGSTOP'), 100);
  try {
    await expect(page.getByText('Geen beeld: je betaalt nu niets')).toBeVisible();
    const watched = page.getByTestId('watched');
    const paidTime = await watched.textContent();
    await nextBeat();
    await nextBeat();
    await expect(watched).toHaveText(paidTime ?? '');
  } finally {
    clearInterval(waiting);
    signalCast(product.pid(), 'SIGCONT');
  }
  await screenshot(page, 'stream-unpaid');
  await expectPictures(page);
  expect(await paid()).toBeLessThanOrEqual(2 * prices.chatMinute);
});

/** Sends a signal to the broadcasters of the product with this process id. */
function signalCast(product: number, signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const [parent, program] = [parentOf(pid), read(`/proc/${pid}/cmdline`)];
    if (parent === product && program.includes('demo/run.ts')) process.kill(Number(pid), signal);
  }
}

/** The fourth field of proc(5) stat, after a name that may contain spaces. */
const parentOf = (pid: string): number =>
  Number(
    read(`/proc/${pid}/stat`)
      .replace(/^.*\) /s, '')
      .split(' ')[1] ?? 0,
  );

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // The process has ended.
    return '';
  }
}
