import { defineConfig } from '@playwright/test';
import { MINUTE_SECONDS } from './e2e/support/live/minute.ts';
import type { WorkerOptions } from './e2e/support/test.ts';

/** Only where they are: the test commands find or install them, or say what was left out. */
const hasFirefox = Boolean(process.env['FIREFOX_PATH']);
const hasJanus = Boolean(process.env['JANUS_PATH']);
/**
 * Taken a second time with Janus: journeys whose outcome a media server can change, as pictures begin, stop, are shut off or are
 * paid for there. The others have the tag.
 */
const onlyEmbedded = /@embedded/;
/** Where it is the media server itself that dies. */
const onlyJanus = 'live-more/janus.spec.ts';
const inFirefox = ['live/firefox.spec.ts', 'firefox/*.spec.ts'];
/** The one product of all live journeys, whose clock they move. */
const live: WorkerOptions = {
  media: 'embedded',
  stage: false,
  cast: true,
  ownClock: true,
  guestSeconds: 12,
  minuteSeconds: MINUTE_SECONDS,
};
const withPictures = ['live/**', 'live-more/**', 'firefox/**'];
/** Of `npm run test:faults`: a product that is killed, and products that are configured in another way. */
const ofFaults = /@fault|@own-product/;
/** Where the test commands count them. */
const outputFile = process.env.JOURNEYS_REPORT ?? 'test-results/journeys.json';

export default defineConfig<object, WorkerOptions>({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results/e2e',
  globalSetup: './e2e/support/global-setup.ts',
  // A slow machine is no failure.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  fullyParallel: false,
  forbidOnly: true,
  // Each worker has a product of its own (e2e/support/test.ts). One more than processors: much of a journey is waiting.
  workers: 3,
  projects: [
    // One after the other, and nothing beside them: live media, its server and the browser share the processors.
    {
      name: 'live',
      testMatch: 'live/*.spec.ts',
      testIgnore: hasFirefox ? [] : inFirefox,
      workers: 1,
      use: live,
    },
    // What needs real media as well, but no run of npm test.
    {
      name: 'live-more',
      testMatch: ['live-more/*.spec.ts', 'firefox/*.spec.ts'],
      testIgnore: hasFirefox ? onlyJanus : [onlyJanus, ...inFirefox],
      workers: 1,
      use: live,
    },
    {
      name: 'janus',
      testMatch: ['live/*.spec.ts', 'live-more/*.spec.ts', 'firefox/*.spec.ts'],
      testIgnore: hasJanus ? (hasFirefox ? [] : inFirefox) : '**',
      grepInvert: onlyEmbedded,
      workers: 1,
      use: { ...live, media: 'janus' },
    },
    // Nobody broadcasts but those whom a journey has go live on a stage (@vonk/media/stage).
    { name: 'pages', testIgnore: withPictures, grepInvert: ofFaults, use: { stage: true } },
    { name: 'faults', testIgnore: withPictures, grep: ofFaults, workers: 1, use: { stage: true } },
  ],
  reporter: [['list'], ['json', { outputFile }]],
  use: {
    locale: 'nl-NL',
    // Requests a worker answers are out of a test's sight; e2e/offline.spec.ts lets it in.
    serviceWorkers: 'block',
    timezoneId: 'Europe/Amsterdam',
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    // Costs a sixth of the time: for a journey that has failed.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        // Without a graphics card the processors would imitate one.
        '--disable-gpu',
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
      ],
    },
  },
});
