import { randomUUID } from 'node:crypto';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { pathOf } from '#contract/endpoint.ts';
import { sendPrivateMessage } from '#contract/messaging/conversation-calls.ts';
import { listPerformers } from '#contract/performers/directory/directory-calls.ts';
import { listStudioConversations, sendStudioMessage } from '#contract/studio/inbox-calls.ts';
import { expectAccessible } from '../support/accessible.ts';
import { accountsOf } from '../support/members.ts';
import { screenshot } from '../support/page.ts';
import { enter, expectPictures, hearsMessages } from '../support/people.ts';
import type { OnAir } from '../support/stage/stage.ts';
import { expect, test } from '../support/test.ts';

const sizes = [
  { on: 'a desktop', size: { width: 1440, height: 900 } },
  { on: 'a small desktop', size: { width: 1040, height: 640 } },
  { on: 'a phone', size: { width: 390, height: 844 } },
] as const;

const headers = { 'api-key': 'vonk-web' };

/** Writes to a performer as the member; returns a function with which the performer writes back. */
async function talkWith(
  { name, call }: OnAir,
  context: BrowserContext,
  baseURL: string,
): Promise<() => Promise<void>> {
  const live = `${pathOf(listPerformers)}?filter[status][]=free`;
  const { result } = listPerformers.output.parse(await (await context.request.get(live, { headers })).json());
  const user = result.find(({ username }) => username === name)?.user;
  const data = { performerId: user, message: 'Hoi, hoe is het?', clientId: randomUUID() };
  const answer = await context.request.post(pathOf(sendPrivateMessage, { conversationId: 'new' }), {
    headers: { ...headers, origin: baseURL },
    data,
  });
  expect(answer.status(), await answer.text()).toBe(200);
  const { conversations } = await call(listStudioConversations, {});
  const conversationId = conversations[0]?.id ?? '';
  return async () => {
    await call(sendStudioMessage, { conversationId, message: 'Goed, en jij?', clientId: randomUUID() });
  };
}

/** Expects that the pop-up overlaps none of the others. */
async function expectClear(popup: Locator, others: Locator): Promise<void> {
  await expect(others.first()).toBeVisible();
  await expect
    .poll(async () => {
      const box = await popup.boundingBox();
      if (!box) return ['no pop-up'];
      return others.evaluateAll(
        (all, { x, y, width, height }) =>
          all
            .filter((one) => {
              const { top, right, bottom, left, height: tall } = one.getBoundingClientRect();
              return tall > 0 && left < x + width && right > x && top < y + height && bottom > y;
            })
            .map((one) => one.className),
        box,
      );
    })
    .toEqual([]);
}

const inReach = (page: Page) =>
  page.locator('.stream-stop, .stream-composer, .stream-controls, .stream-meter, .stream-tab');

test('L2.7 a message during a paid chat covers neither Stop nor the controls in use, at any size', async ({
  page,
  context,
  goLive,
  baseURL,
  allowConsole,
}) => {
  // On a busy machine React applies the pop-ups' styles seconds after it asked for them.
  allowConsole(/_astro\/(?:messenger|popups)\.[\w-]+\.css was preloaded using link preload but not used/);
  await enter(context, baseURL, accountsOf('messenger-popups-stream').rich);
  const { name: performer } = await goLive('live');
  const writer = await goLive('free');
  const other = writer.name;
  const heard = hearsMessages(page);
  await page.goto(`/stream/${performer}`);
  await heard;
  await page.getByRole('button', { name: 'Start voor 60 credits per minuut' }).click();
  await expectPictures(page);
  const writeBack = await talkWith(writer, context, baseURL ?? '');

  const popup = page.getByRole('region', { name: other, exact: true });
  const folded = popup.getByRole('button', { name: other, exact: true });
  for (const { on, size } of sizes)
    await test.step(on, async () => {
      await page.setViewportSize(size);
      await writeBack();
      await expect(folded).toBeVisible();
      await expectClear(popup, inReach(page));
      await expectAccessible(page);
      await screenshot(page, `popup-stream-${size.width}-folded`);

      await folded.click();
      await expect(popup.locator('[data-owner=other]').first()).toBeVisible();
      // On a phone the pop-up has its own Stop; on a desktop it does not cover the chat's.
      if (size.width < 1024) await expect(popup.getByRole('button', { name: 'Stop' })).toBeVisible();
      else await expectClear(popup, inReach(page));
      await expectAccessible(page);
      await screenshot(page, `popup-stream-${size.width}`);
      await popup.getByRole('button', { name: `Gesprek met ${other} sluiten` }).click();
      await expect(popup).toBeHidden();
    });
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByText(/Je hebt de chat met .* verlaten/)).toBeVisible();
  await expect(page.getByRole('link', { name: `Stuur ${performer} een bericht` })).toBeVisible();
});
