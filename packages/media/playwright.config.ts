import { defineConfig } from '@playwright/test';
import type { MediaOptions } from './e2e/support/own-media.ts';

const has = (variable: string): boolean => Boolean(process.env[variable]);
/** Journeys for which a program is missing. */
const leftOut = [
  ...(has('TURNSERVER_PATH') ? [] : ['relay.spec.ts']),
  ...(has('GSTREAMER_PATH') ? [] : ['gstreamer.spec.ts']),
  ...(has('NODE_AV_PATH') ? [] : ['ffmpeg.spec.ts']),
];
/** Repeated with Janus. The others are WHEP, or the embedded server's own choice; so are tests with the tag. */
const withJanus = ['media.spec.ts', 'relay.spec.ts', 'rough-network.spec.ts', 'thin-uplink.spec.ts'];

export default defineConfig<object, MediaOptions>({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  outputDir: '../../test-results/media-journeys',
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  // The media server and the browsers share the processors.
  workers: 1,
  projects: [
    { name: 'embedded', testIgnore: leftOut },
    {
      name: 'janus',
      testMatch: withJanus,
      testIgnore: has('JANUS_PATH') ? leftOut : '**',
      grepInvert: /@embedded/,
      use: { media: 'janus' },
    },
  ],
  reporter: [
    ['list'],
    ['json', { outputFile: process.env['JOURNEYS_REPORT'] ?? '../../test-results/media-journeys.json' }],
  ],
  use: {
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-gpu',
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
      ],
    },
  },
});
