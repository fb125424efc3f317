import type { Page, WebSocket } from '@playwright/test';
import { accountsOf } from '../support/members.ts';
import { enter, expectPictures, lastReceiptOf } from '../support/people.ts';
import type { OwnProduct } from '../support/product.ts';
import { orderFor } from '../support/stage/stage.ts';
import { expect, test } from '../support/test.ts';

const accounts = accountsOf('stalled');

/** ms; a player's report counts for no more than 6 s of media. */
const STEP_MS = 5000;
/** Too short for a socket to miss its server, whose clock its pings do not follow. */
const STALLED_MS = 30_000;

/** Comes true with the next answer to a call over the socket, of which a player's report is one. */
const answered = (socket: WebSocket): Promise<unknown> =>
  socket.waitForEvent('framereceived', ({ payload }) => payload.toString().startsWith('43'));

/** Moves the clocks of page and product on together, until the page has reported. */
function clocksOf(page: Page, product: OwnProduct, socket: WebSocket) {
  const start = Date.now();
  let passed = 0;
  return async () => {
    passed += STEP_MS;
    await product.setClock(new Date(start + passed));
    await Promise.all([answered(socket), page.clock.fastForward(STEP_MS)]);
  };
}

test('a picture that stalls or is lost is told, and uses up nothing of a paid minute', async ({
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
  const step = clocksOf(page, product, socket);

  await orderFor(page, 'stalled');
  await expect(page.getByText('Het beeld komt zo terug…')).toBeVisible();
  for (let passed = 0; passed < STALLED_MS; passed += STEP_MS) await step();
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
  await product.setClock(new Date());
});
