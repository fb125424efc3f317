import { test } from '@playwright/test';
import { type OwnJanus, startOwnJanus } from '../../testing/janus/own-janus.ts';

export interface MediaOptions {
  /** The media server. */
  media: 'embedded' | 'janus';
}

export interface MediaFixtures {
  /** The worker's Janus; null if the embedded media server is used. */
  janus: OwnJanus | null;
}

/** Playwright's test with an optional Janus per worker. */
export const base = test.extend<object, MediaOptions & MediaFixtures>({
  media: ['embedded', { option: true, scope: 'worker' }],
  janus: [
    async ({ media }, use) => {
      const janus = media === 'janus' ? await startOwnJanus() : null;
      await use(janus);
      await janus?.remove();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});
