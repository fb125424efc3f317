import { liftSanction, sanctionViewer } from '#contract/chat/room/sanction-calls.ts';
import { expect, test } from '../support/live/journey.ts';
import { openStudio } from '../support/live/studio.ts';
import { accountsOf } from '../support/members.ts';
import { enter, expectPictures, performersIn } from '../support/people.ts';

const accounts = accountsOf('room');

test('a kick ends the member’s picture', async ({ page, context, baseURL, allowConsole }) => {
  // The player retries while no encoder publishes.
  allowConsole(/status of 409/);
  const [performer = ''] = await performersIn(context, 'free');
  const call = await openStudio({ performer, origin: baseURL ?? '' });
  await enter(context, baseURL, accounts.rich);
  await page.goto(`/en/stream/${performer}`);
  await expectPictures(page);
  const kick = await call(sanctionViewer, { target: { name: 'rich-room' }, kind: 'kick' });
  await expect(page.getByRole('heading', { name: `${performer} removed you from the chat` })).toBeVisible();
  await expect(page.locator('video')).toHaveJSProperty('srcObject', null);
  await call(liftSanction, { sanction: kick.id });
});
