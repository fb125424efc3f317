import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The dialogs above a page; another journey checks the page itself. */
export const inDialog = { within: 'dialog[open], [role=dialog]' };

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Fails with the rule, the element and what to do for every WCAG 2.2 AA fault axe finds on the page, or in the part that
 * `within` selects.
 */
export async function expectAccessible(page: Page, { within = 'html' } = {}): Promise<void> {
  // In the middle of a fade a colour is neither the old nor the new one: from here on nothing fades.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // A press may still be about to change something.
  await page.waitForTimeout(150);
  await expect.poll(() => page.evaluate(countFading)).toBe(0);
  const { violations } = await new AxeBuilder({ page })
    .include(within)
    // The passes are counted only, and a page without frames needs no second one to put results together.
    .options({ resultTypes: ['violations'] })
    .withTags(wcag)
    .setLegacyMode()
    .analyze();
  await page.emulateMedia({ reducedMotion: null });
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

/** Fails if the page moves sideways, or if the text of a button is wider than the button. */
export async function expectFits(page: Page): Promise<void> {
  const { overflow, spilling } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    // Cut by an element around it, as what only screen readers read is.
    const isCut = (part: Element | null, button: Element): boolean =>
      part !== null &&
      (getComputedStyle(part).overflowX !== 'visible' ||
        (part !== button && isCut(part.parentElement, button)));
    const isSpilling = (button: Element): boolean => {
      const { left, right } = button.getBoundingClientRect();
      const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        range.selectNodeContents(text);
        const shown = range.getBoundingClientRect();
        const isBeyond = shown.width > 0 && (shown.left < left || shown.right > right);
        if (isBeyond && !isCut(text.parentElement, button)) return true;
      }
      return false;
    };
    const buttons = [...document.querySelectorAll('.btn')].filter(isSpilling);
    return { overflow: scrollWidth - clientWidth, spilling: buttons.map((button) => button.textContent) };
  });
  expect(overflow, `pixels beyond the right edge of ${page.url()}`).toBeLessThanOrEqual(0);
  expect(spilling, `texts wider than their button on ${page.url()}`).toEqual([]);
}
