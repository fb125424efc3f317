import type { Page } from 'playwright-core';
import { TOY_MEMBER_GAP_MS } from '../../contract/chat/toy-calls.ts';
import { button, goLive, loggedIn, PERFORMER, person } from './pages.ts';

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

/** ms from the end of the countdown to the first frame of a viewer who waits. */
export async function timeOfFirstFrame(studio: Page, url: string): Promise<number> {
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

/** ms from Escape until the drawn device stands still. The studio is live when it returns. */
export async function timesOfStop(studio: Page, url: string, tries: number): Promise<number[]> {
  await goLive(studio);
  await button(studio, 'Getekende toy gebruiken').click();
  const viewer = await (await loggedIn(url)).newPage();
  await viewer.goto(`/stream/${PERFORMER}`);
  const stops: number[] = [];
  for (let number = 0; number < tries; number += 1) {
    stops.push(await timeOfStop(studio, viewer));
    await viewer.waitForTimeout(TOY_MEMBER_GAP_MS);
  }
  await viewer.context().close();
  return stops;
}
