import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** What stands above a page that another journey checks: the part of it that is new. */
export const inDialog = { within: 'dialog[open], [role=dialog]' };

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Fails with the rule, the element and what to do for every WCAG 2.2 AA fault axe finds on the page, or in the part that
 * `within` selects.
 */
export async function expectAccessible(page: Page, { within = 'html' } = {}): Promise<void> {
  // What fades in has no colour of its own yet, and what a press changes begins a moment later.
  await page.waitForTimeout(150);
  await expect.poll(() => page.evaluate(countFading)).toBe(0);
  const { violations } = await new AxeBuilder({ page })
    .include(within)
    // The passes are counted only, and a page without frames needs no second one to put results together.
    .options({ resultTypes: ['violations'] })
    .withTags(wcag)
    .setLegacyMode()
    .analyze();
  const faults = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  );
  expect(faults, `accessibility of ${page.url()}`).toEqual([]);
}

const countFading = (): number =>
  document
    .getAnimations()
    .filter(
      ({ effect, playState }) =>
        playState === 'running' && effect?.getComputedTiming().iterations !== Infinity,
    ).length;
