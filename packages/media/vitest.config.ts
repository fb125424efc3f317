import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

/** Tests that need a program besides Node: each is a separate project, left out if the program is not installed. */
const onJanus = '**/*.janus.test.ts';
const onGstreamer = '**/*.gstreamer.test.ts';
const onFfmpeg = '**/*.ffmpeg.test.ts';
const inBrowser = '**/*.browser.test.tsx';

const project = (name: string, include: string, exclude: string[] = []) => ({
  extends: true as const,
  test: { name, environment: 'node' as const, include: [include], exclude, isolate: false },
});

const browser = (executablePath: string) => ({
  test: {
    name: 'player',
    include: [inBrowser],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
    restoreMocks: true,
    unstubGlobals: true,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions: { executablePath, args: ['--no-sandbox'] } }),
      instances: [{ browser: 'chromium' as const }],
    },
  },
});

const has = (variable: string): boolean => Boolean(process.env[variable]);
const chromium = process.env['CHROMIUM_PATH'];

export default defineConfig({
  root: import.meta.dirname,
  // Vite's default conditions for Node, preceded by the one that imports whip-conformance as source.
  ssr: { resolve: { conditions: ['@vonk/source', 'module', 'node', 'development|production'] } },
  test: {
    setupFiles: ['../../scripts/testing/quiet-console.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    maxWorkers: 2,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    projects: [
      project('protocol', '**/*.test.ts', ['**/node_modules/**', onJanus, onGstreamer, onFfmpeg]),
      ...(chromium ? [browser(chromium)] : []),
      ...(has('JANUS_PATH') ? [project('janus', onJanus)] : []),
      ...(has('GSTREAMER_PATH') ? [project('gstreamer', onGstreamer)] : []),
      ...(has('NODE_AV_PATH') ? [project('ffmpeg', onFfmpeg)] : []),
    ],
  },
});
