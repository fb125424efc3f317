import { defineConfig, type PlaywrightTestOptions } from '@playwright/test';
import { MINUTE_SECONDS } from './e2e/support/live/options.ts';
import type { WorkerOptions } from './e2e/support/test.ts';

/** Their journeys run only if they are installed: the test commands find or install them, or report what was left out. */
const hasFirefox = Boolean(process.env['FIREFOX_PATH']);
const hasJanus = Boolean(process.env['JANUS_PATH']);
/** Repeated with Janus: journeys in which pictures start, stop, are cut off or are paid for. */
const withJanus = [
  'live/{paid-chat,paid-minute,vip,free-chat,interruptions,camera-back}.spec.ts',
  'live-more/{janus,lost,killed}.spec.ts',
  'firefox/{watch,cam-back}.spec.ts',
];
/** Tag of journeys in those files that do not depend on the media server. */
const onlyEmbedded = /@embedded/;
/** Tag of the main journeys: those of `npm test`. All others are run by `npm run test:journeys`. */
const ofMain = /@main/;
/** Kills the media server itself. */
const onlyJanus = 'live-more/janus.spec.ts';
const inFirefox = ['live/firefox.spec.ts', 'firefox/*.spec.ts'];
/** Options of the product that all live journeys share and whose clock they move. */
const live: WorkerOptions & Pick<PlaywrightTestOptions, 'viewport'> = {
  media: 'embedded',
  stage: false,
  cast: true,
  ownClock: true,
  guestSeconds: 12,
  minuteSeconds: MINUTE_SECONDS,
  // Small, because the processors draw each frame of the pictures; wide enough for everything beside them.
  viewport: { width: 1120, height: 720 },
};
const withPictures = ['live/**', 'live-more/**', 'firefox/**'];
/** Run by `npm run test:faults`: journeys that kill the product or configure it in another way. */
const ofFaults = /@fault|@own-product/;
/**
 * Options of the page journeys' product: free chat and paid minutes last so long that they do not end during a journey
 * on a slow machine. The live journeys show what happens at their end.
 */
const pages: Partial<WorkerOptions> = { stage: true, guestSeconds: 600, minuteSeconds: 300 };

export default defineConfig<object, WorkerOptions>({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results/e2e',
  globalSetup: './e2e/support/template/copy-template.ts',
  // Generous, so that tests do not fail on a slow machine.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  fullyParallel: false,
  forbidOnly: true,
  // Each worker starts its own product (e2e/support/test.ts). One more than processors, because journeys mostly wait.
  workers: 3,
  projects: [
    // First, so that other projects run beside it.
    {
      name: 'main-live',
      testMatch: 'live/*.spec.ts',
      testIgnore: inFirefox,
      grep: ofMain,
      // Two encoders at once take much longer than one after the other.
      workers: 1,
      use: live,
    },
    { name: 'main', testIgnore: withPictures, grep: ofMain, use: pages },
    // One at a time and nothing in parallel: live media, its server and the browser share the processors.
    {
      name: 'live',
      testMatch: ['live/*.spec.ts', 'firefox/*.spec.ts'],
      grepInvert: ofMain,
      testIgnore: hasFirefox ? [] : inFirefox,
      workers: 1,
      use: live,
    },
    // About the media server itself.
    {
      name: 'live-more',
      testMatch: 'live-more/*.spec.ts',
      testIgnore: onlyJanus,
      workers: 1,
      use: live,
    },
    {
      name: 'janus',
      testMatch: withJanus,
      testIgnore: hasJanus ? (hasFirefox ? [] : inFirefox) : '**',
      grepInvert: onlyEmbedded,
      workers: 1,
      use: { ...live, media: 'janus' },
    },
    // The only broadcasts are those that a journey starts on a stage (@vonk/media/stage).
    { name: 'pages', testIgnore: withPictures, grepInvert: [ofMain, ofFaults], use: pages },
    { name: 'faults', testIgnore: withPictures, grep: ofFaults, workers: 1, use: pages },
  ],
  reporter: 'list',
  use: {
    locale: 'nl-NL',
    // A test cannot see requests answered by a service worker; only e2e/site/offline.spec.ts allows one.
    serviceWorkers: 'block',
    timezoneId: 'Europe/Amsterdam',
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    // Adds a sixth to the run time: turn it on for a journey that has failed.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        // Without a graphics card Chromium would emulate one on the processors.
        '--disable-gpu',
        // Few frames, because the processors encode and draw them.
        '--use-fake-device-for-media-stream=fps=8',
        '--use-fake-ui-for-media-stream',
      ],
    },
  },
});
