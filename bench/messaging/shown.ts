import { chromium, type Page } from 'playwright-core';
import { performersIn } from '../../e2e/support/people.ts';
import { createOwnProduct } from '../../e2e/support/product.ts';
import setup from '../../e2e/support/template/copy-template.ts';

/**
 * `CHROMIUM_PATH=… node bench/messaging/shown.ts [--messages=50]`: from the sending key press until the member's
 * other device shows the message, including the delay of 100 ms (platform spec 4).
 */
const COUNT = Number(process.argv.find((text) => text.startsWith('--messages='))?.split('=')[1] ?? 50);
// The demo's member has 5,000 credits.
if (COUNT > 80) throw new Error('At most 80 messages can be measured');
const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

const clear = await setup();
const product = await createOwnProduct({ environment: { DEMO_CAST: 'false', RATE_LIMITS: 'false' } });
const browsers = await Promise.all(
  [0, 1].map(() => chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })),
);
try {
  await product.start();
  let performer = '';
  const pages: Page[] = [];
  for (const browser of browsers) {
    const context = await browser.newContext({ baseURL: product.url, locale: 'nl-NL' });
    await context.addCookies(
      ['age=1', 'consent=no'].map((pair) => {
        const [name = '', value = ''] = pair.split('=');
        return { name, value, url: product.url };
      }),
    );
    const login = await context.request.post('/api/member/login', {
      headers: { 'api-key': 'vonk-web', origin: product.url },
      data: { username: 'demo@example.com', password: 'Demo1234' },
    });
    if (!login.ok()) throw new Error(`The login answered ${login.status()}`);
    performer ||= (await performersIn(context, 'offline'))[0] ?? '';
    pages.push(await context.newPage());
  }
  const [writer, reader] = pages as [Page, Page];
  const field = writer.locator('textarea');
  const ready = (page: Page) => page.waitForFunction(() => !document.querySelector('main astro-island[ssr]'));
  await writer.goto(`/messenger/${performer}`);
  await ready(writer);
  await field.fill('De eerste');
  await field.press('Enter');
  await writer.waitForURL(`**/messenger/${performer}`);
  await reader.goto(`/messenger/${performer}`);
  await ready(reader);
  await reader.getByText('De eerste').first().waitFor();
  const waits: number[] = [];
  for (let number = 0; number < COUNT; number += 1) {
    const text = `Regel ${[...String(number)].map((digit) => 'aeioubdfgk'[Number(digit)]).join('')} klaar`;
    const shown = reader.evaluate(
      (wanted) =>
        new Promise<number>((resolve) => {
          const look = () => {
            const bubbles = [...document.querySelectorAll('section [data-owner]')];
            if (bubbles.some((one) => one.textContent?.includes(wanted)))
              resolve(performance.timeOrigin + performance.now());
            else requestAnimationFrame(look);
          };
          look();
        }),
      text,
    );
    await field.fill(text);
    // The browsers share this machine's clock.
    const pressed = Date.now();
    await field.press('Enter');
    waits.push((await shown) - pressed);
    await writer.waitForFunction(() => !document.querySelector('textarea[disabled]'));
  }
  waits.sort((a, b) => a - b);
  const at = (share: number) => Math.round(waits[Math.floor((waits.length - 1) * share)] ?? 0);
  console.log(`${COUNT} messages, sent to shown: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, slowest ${at(1)} ms`);
} finally {
  for (const browser of browsers) await browser.close();
  await product.remove();
  await clear();
}
process.exit(0);
