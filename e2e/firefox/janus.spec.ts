import { request } from '@playwright/test';
import { expectDecoded } from '../support/live/connections.ts';
import { test } from '../support/live/firefox.ts';
import { startJanusProduct } from '../support/live/janus-product.ts';
import { performersIn } from '../support/people.ts';

// The worker's own product is not asked for anything.
test.use({ cast: false });

test('a guest watches free chat by way of Janus in Firefox', async ({ tab }) => {
  test.setTimeout(300_000);
  const { product, remove } = await startJanusProduct();
  const program = await request.newContext({ baseURL: product.url });
  try {
    const [performer = ''] = await performersIn({ request: program }, 'free');
    await tab.page.goto(`${product.url}/stream/${performer}`);
    await expectDecoded(tab.page);
    await tab.see('Gratis chat');
    await tab.page.goto('about:blank');
  } finally {
    await program.dispose();
    await remove();
  }
});
