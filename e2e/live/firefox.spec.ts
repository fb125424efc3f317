import { expectDecoded } from '@vonk/media/testing/browser';
import { prices } from '#contract/wallet/prices.ts';
import { expect, test } from '../support/live/journey.ts';
import { accountsOf } from '../support/members.ts';
import { performersIn } from '../support/people.ts';

test('a member pays and watches in Firefox, from the first picture on', { tag: '@embedded' }, async ({
  tab,
  product,
  request,
}) => {
  const [performer = ''] = await performersIn({ request }, 'live');
  await tab.logIn(accountsOf('firefox').rich);
  const before = await tab.credits();
  await tab.page.goto(`${product.url}/en/stream/${performer}`);
  await tab.press('Start for 60 credits a minute');
  await expectDecoded(tab.page);
  await tab.see('60 spent');
  await tab.press('Stop');
  await tab.see('You have left the chat with');
  expect(await tab.credits()).toBe(before - prices.chatMinute);
});
