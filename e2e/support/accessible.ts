import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Limits the check to open dialogs; other journeys check the page itself. */
export const inDialog = { within: 'dialog[open], [role=dialog]' };

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Fails with rule, element and remedy for each WCAG 2.2 AA violation that axe finds on the page, or in the part that
 * `within` selects.
 */
export async function expectAccessible(page: Page, { within = 'html' } = {}): Promise<void> {
  // Disables fades, during which colours are intermediate.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // A preceding click may still change the page.
  await page.waitForTimeout(150);
  await expect.poll(() => page.evaluate(countFading)).toBe(0);
  const { violations } = await new AxeBuilder({ page })
    .include(within)
    // Details of passed rules are not needed. Legacy mode skips the second page, which merges results of frames.
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

/** Fails if the page scrolls sideways, a text is wider than its button, or a checkbox is squeezed by its text. */
export async function expectFits(page: Page): Promise<void> {
  const { overflow, spilling, squeezed } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    // Whether the element or an ancestor, up to the button, clips the text, such as text for screen readers only.
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
    const squeezed = [
      ...document.querySelectorAll<HTMLInputElement>('input:is([type=checkbox], [type=radio])'),
    ]
      .filter((box) => box.checkVisibility() && box.offsetWidth < box.offsetHeight)
      .map((box) => box.name);
    const spills = buttons.map((button) => button.textContent);
    return { overflow: scrollWidth - clientWidth, spilling: spills, squeezed };
  });
  expect(overflow, `pixels beyond the right edge of ${page.url()}`).toBeLessThanOrEqual(0);
  expect(squeezed, `boxes squeezed on ${page.url()}`).toEqual([]);
  expect(spilling, `texts wider than their button on ${page.url()}`).toEqual([]);
}
