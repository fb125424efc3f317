import { defineConfig } from '@playwright/test';
import type { MediaOptions } from './e2e/support/media-fixtures.ts';

const has = (variable: string): boolean => Boolean(process.env[variable]);
/** Journeys whose external program is not installed. */
const leftOut = [
  ...(has('TURNSERVER_PATH') ? [] : ['relay.spec.ts']),
  ...(has('GSTREAMER_PATH') ? [] : ['gstreamer.spec.ts']),
  ...(has('NODE_AV_PATH') ? [] : ['ffmpeg.spec.ts']),
];
/** Repeated with Janus. Other files and tests with the tag are about WHEP or the embedded server's choices. */
const withJanus = [
  'media.spec.ts',
  'joins-and-returns.spec.ts',
  'relay.spec.ts',
  'rough-network.spec.ts',
  'thin-uplink.spec.ts',
];

export default defineConfig<object, MediaOptions>({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  outputDir: '../../test-results/media-journeys',
  timeout: 240_000,
  expect: { timeout: 30_000 },
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
  reporter: 'list',
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
