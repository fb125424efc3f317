import { defineConfig } from '@playwright/test';
import type { WorkerOptions } from './e2e/support/test.ts';

/** Only where they are: the test commands find or install them, or say what was left out. */
const hasFirefox = Boolean(process.env['FIREFOX_PATH']);
const hasJanus = Boolean(process.env['JANUS_PATH']);
/**
 * Journeys that are taken a second time, with Janus: those whose outcome a media server can change, as pictures begin, stop,
 * are shut off or are paid for there. Left to the embedded one: what meets pictures as these do (phone, toy, vip-rests), and single
 * journeys with the tag. Journeys for which a picture only has to be there run with a stage, among the pages.
 */
const withJanus = [
  'live/cam-back.spec.ts',
  'live/guest.spec.ts',
  'live/janus.spec.ts',
  'live/minutes.spec.ts',
  'live/rests.spec.ts',
  'live/room.spec.ts',
  'live/vip.spec.ts',
  'live/watch.spec.ts',
];
const firefoxWithJanus = ['firefox/cam-back.spec.ts', 'firefox/watch.spec.ts'];
const onlyEmbedded = /@embedded/;
/** Where it is the media server itself that dies. */
const onlyJanus = 'live/janus.spec.ts';
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
    // One after the other, and in npm test without the pages beside them: live media, its server and the browser share
    // the processors.
    {
      name: 'live',
      testMatch: 'live/*.spec.ts',
      testIgnore: onlyJanus,
      workers: 1,
      use: { cast: true },
    },
    {
      name: 'janus',
      testMatch: withJanus,
      testIgnore: hasJanus ? [] : '**',
      grepInvert: onlyEmbedded,
      workers: 1,
      use: { cast: true, media: 'janus' },
    },
    {
      name: 'janus-firefox',
      testMatch: firefoxWithJanus,
      testIgnore: hasJanus && hasFirefox ? [] : '**',
      grepInvert: onlyEmbedded,
      workers: 1,
      use: { cast: true, media: 'janus' },
    },
    // Nobody broadcasts but those whom a journey has go live on a stage (@vonk/media/stage).
    { name: 'pages', testIgnore: ['live/**', 'firefox/**'], use: { stage: true } },
    {
      name: 'firefox',
      testMatch: 'firefox/*.spec.ts',
      testIgnore: hasFirefox ? [] : '**',
      workers: 1,
      use: { cast: true },
    },
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
