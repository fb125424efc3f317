import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { TOY_MEMBER_GAP_MS } from '../contract/chat/toy-calls.ts';
import { createOwnProduct } from '../e2e/support/product.ts';
import setup from '../e2e/support/template/copy-template.ts';

/**
 * `CHROMIUM_PATH=… node bench/studio.ts [--tries=10]`: from the countdown's end to a viewer's first frame (goal p50
 * 1500 ms), and from Escape until the toy stands still (goal 300 ms).
 */
const PERFORMER = 'Ruben';
const tries = Number(process.argv.find((text) => text.startsWith('--tries='))?.split('=')[1] ?? 10);
const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const band = (page: Page) => page.locator('[data-band]').first();

/** Runs in a page: notes when a video shows its first frame, as ms since 1970. */
function noteFirstFrame(): void {
  const noted = new WeakSet<HTMLVideoElement>();
  Object.assign(window, { firstFrameAt: null });
  setInterval(() => {
    for (const video of document.querySelectorAll('video')) {
      if (noted.has(video)) continue;
      noted.add(video);
      video.requestVideoFrameCallback(() => Object.assign(window, { firstFrameAt: Date.now() }));
    }
  }, 5);
}

async function person(url: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'nl-NL',
    permissions: ['camera', 'microphone'],
  });
  for (const [name, value] of Object.entries({ age: '1', consent: 'no' }))
    await context.addCookies([{ name, value, url }]);
  return context;
}

async function openStudio(url: string): Promise<Page> {
  const page = await (await person(url)).newPage();
  await page.goto('/studio/login?next=%2Fstudio%2Flive');
  await page.getByLabel('Performernaam').fill(PERFORMER);
  await page.getByLabel('Wachtwoord', { exact: true }).fill('Studio1234');
  await button(page, 'Inloggen').click();
  await button(page, 'Camera en microfoon openen').click();
  return page;
}

async function timeOfFirstFrame(studio: Page, url: string): Promise<number> {
  const context = await person(url);
  const viewer = await context.newPage();
  await viewer.addInitScript(noteFirstFrame);
  await viewer.goto(`/stream/${PERFORMER}`);
  await viewer.getByRole('heading', { name: `${PERFORMER} is nu niet live` }).waitFor();
  await button(studio, 'Repetitie starten').click();
  await studio.getByText(/^(Zoals het aankomt|Vertraging \d+ ms)$/).waitFor();
  const live = studio.waitForRequest((request) => request.method() === 'PUT' && /status/.test(request.url()));
  await button(studio, 'Live met gratis chat').click();
  await live;
  const startedAt = Date.now();
  const shown = await viewer.waitForFunction(
    () => (window as unknown as { firstFrameAt: number }).firstFrameAt,
  );
  const took = (await shown.jsonValue()) - startedAt;
  await context.close();
  await button(studio, 'Uitzending stoppen').click();
  await button(studio, 'Repetitie starten').waitFor();
  return took;
}

/** Runs in a page: notes when Escape is pressed, and when the drawn device stands still. */
function noteStop(): void {
  const noted = { pressedAt: 0, stillAt: 0 };
  Object.assign(window, { noted });
  addEventListener(
    'keydown',
    ({ key }) => key === 'Escape' && Object.assign(noted, { pressedAt: Date.now() }),
    true,
  );
  const meter = document.querySelector('meter[aria-label="Getekende toy"]');
  if (!meter) throw new Error('The page has no device');
  new MutationObserver(() => {
    if (noted.pressedAt && !noted.stillAt && Number(meter.getAttribute('value')) === 0)
      noted.stillAt = Date.now();
  }).observe(meter, { attributes: true });
}

async function timeOfStop(studio: Page, viewer: Page): Promise<number> {
  await button(studio, 'Toy aanzetten').click();
  await viewer.getByRole('tab', { name: 'Fooi' }).click();
  await button(viewer, / 15 s 250/).click();
  await button(viewer, 'Geef 250 credits').click();
  await studio.waitForFunction(
    () => Number(document.querySelector('meter[aria-label="Getekende toy"]')?.getAttribute('value')) > 0,
  );
  await studio.evaluate(noteStop);
  await studio.keyboard.press('Escape');
  const stopped = await studio.waitForFunction(() => {
    const { noted } = window as unknown as { noted: { pressedAt: number; stillAt: number } };
    return noted.stillAt && noted.stillAt - noted.pressedAt + 1;
  });
  return (await stopped.jsonValue()) - 1;
}

async function timesOfStop(studio: Page, url: string): Promise<number[]> {
  await button(studio, 'Repetitie starten').click();
  await button(studio, 'Live met gratis chat').click();
  await band(studio).filter({ hasText: 'LIVE' }).waitFor();
  await button(studio, 'Getekende toy gebruiken').click();
  const member = await person(url);
  const login = await member.request.post('/api/member/login', {
    headers: { 'api-key': 'vonk-web', origin: url },
    data: { username: 'demo@example.com', password: 'Demo1234' },
  });
  if (!login.ok()) throw new Error(`The login returned ${login.status()}`);
  const viewer = await member.newPage();
  await viewer.goto(`/stream/${PERFORMER}`);
  const stops: number[] = [];
  for (let number = 0; number < tries; number += 1) {
    stops.push(await timeOfStop(studio, viewer));
    await viewer.waitForTimeout(TOY_MEMBER_GAP_MS);
  }
  return stops;
}

const line = (name: string, all: readonly number[]): string => {
  const sorted = all.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.round((sorted.length - 1) * share)] ?? Number.NaN).toFixed(0);
  return `| ${name} | ${at(0)} | ${at(0.5)} | ${at(0.95)} | ${at(1)} |`;
};

const clear = await setup();
const product = await createOwnProduct({ environment: { DEMO_CAST: 'false', RATE_LIMITS: 'false' } });
const browser = await chromium.launch({
  executablePath,
  args: [
    '--no-sandbox',
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    '--autoplay-policy=no-user-gesture-required',
  ],
});
try {
  await product.start();
  const studio = await openStudio(product.url);
  const frames: number[] = [];
  for (let number = 0; number < tries; number += 1) frames.push(await timeOfFirstFrame(studio, product.url));
  const stops = await timesOfStop(studio, product.url);
  console.log('| what, in ms | least | p50 | p95 | most |\n| --- | --- | --- | --- | --- |');
  console.log(line('live to the first frame of a waiting viewer', frames));
  console.log(line('Escape until the toy stands still', stops));
} finally {
  await browser.close();
  await product.remove();
  await clear();
}
process.exit(0);
