import type { Page, WebSocket } from '@playwright/test';
import { accountsOf } from '../support/members.ts';
import { enter, expectPictures, lastReceiptOf } from '../support/people.ts';
import type { OwnProduct } from '../support/product.ts';
import { orderFor } from '../support/stage/stage.ts';
import { expect, test } from '../support/test.ts';

const accounts = accountsOf('stalled');

/** In ms; a keep-alive counts for at most 6 s of media. */
const STEP_MS = 5000;
/** In ms; too short for the page's socket to time out, as the server's pings do not follow the moved clock. */
const STALLED_MS = 30_000;

/** Resolves with the next response to a socket call, such as a keep-alive. */
const answered = (socket: WebSocket): Promise<unknown> =>
  socket.waitForEvent('framereceived', ({ payload }) => payload.toString().startsWith('43'));

/** Moves the clocks of page and product forward and waits for the page's keep-alive. */
async function step(page: Page, product: OwnProduct, socket: WebSocket): Promise<void> {
  await product.passTime(STEP_MS / 1000);
  await Promise.all([answered(socket), page.clock.fastForward(STEP_MS)]);
}

test('a stalled or lost picture is shown as such and uses up no paid time', async ({
  page,
  context,
  goLive,
  product,
  baseURL,
}) => {
  const { name: performer } = await goLive('live');
  await enter(context, baseURL, accounts.rich);
  await page.clock.install();
  const opening = page.waitForEvent('websocket');
  await page.goto(`/stream/${performer}`);
  const socket = await opening;
  await page.getByRole('button', { name: 'Start voor 60 credits per minuut' }).click();
  await expectPictures(page);
  const spent = page.getByTestId('spent');
  await expect(spent).toContainText('60 betaald');

  await orderFor(page, 'stalled');
  await expect(page.getByText('Het beeld komt zo terug…')).toBeVisible();
  for (let passed = 0; passed < STALLED_MS; passed += STEP_MS) await step(page, product, socket);
  await orderFor(page, 'gone');
  await expect(page.getByText('Het beeld is even weg. We proberen het opnieuw…')).toBeVisible();
  await expect(page.getByText('Geen beeld: je betaalt nu niets')).toBeVisible();
  await orderFor(page, 'delivering');
  await expectPictures(page);
  await expect(spent).toContainText('60 betaald');

  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByText(/Je hebt de chat met .* verlaten/)).toBeVisible();
  const receipt = await lastReceiptOf(context);
  expect(receipt).toMatchObject({ minutes: 1, charged: 60 });
  expect(receipt?.stalledMs).toBeGreaterThanOrEqual(STALLED_MS);
});
