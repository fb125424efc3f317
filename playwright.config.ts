import { defineConfig } from '@playwright/test';

/** Not the product's own 4321, so that the journeys run beside a started product. */
const port = Number(process.env.E2E_PORT ?? 4399);
const baseURL = `http://localhost:${port}`;

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results/e2e',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  // One after the other: live media, its server and the browser share the processors.
  workers: 1,
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    baseURL,
    locale: 'nl-NL',
    // Requests a worker answers are out of a test's sight; e2e/offline.spec.ts lets it in.
    serviceWorkers: 'block',
    timezoneId: 'Europe/Amsterdam',
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
      ],
    },
  },
  webServer: {
    command: `"${process.execPath}" scripts/e2e-server.mjs`,
    url: `${baseURL}/readyz`,
    env: { PORT: String(port), HOST: '127.0.0.1', MODE: 'demo', LOG_LEVEL: 'warn' },
    reuseExistingServer: false,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    stdout: 'pipe',
    stderr: 'pipe',
  },
});
