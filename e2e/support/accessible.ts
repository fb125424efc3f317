import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Limits the check to open dialogs; other journeys check the page itself. */
export const inDialog = { within: 'dialog[open], [role=dialog]' };

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Fails with rule, element and remedy for each WCAG 2.2 AA violation that axe finds on the page or in `within`, and
 * if an element moves despite reduced motion.
 */
export async function expectAccessible(page: Page, { within = 'html' } = {}): Promise<void> {
  // Disables fades, during which colours are intermediate.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await settle(page);
  await expect.poll(() => page.evaluate(countFading)).toBe(0);
  expect(await page.evaluate(listMoving), 'moves although reduced motion is wanted').toEqual([]);
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

/** Waits for two frames of the browser, also while the page's clock stands still: what a click changes is rendered then. */
async function settle(page: Page): Promise<void> {
  const body = await page.locator('body').elementHandle();
  await body?.waitForElementState('stable');
}

const countFading = (): number =>
  document
    .getAnimations()
    .filter(
      ({ effect, playState }) =>
        playState === 'running' && effect?.getComputedTiming().iterations !== Infinity,
    ).length;

/** Classes of the elements that have a transition or animation of more than a millisecond. */
const listMoving = (): string[] =>
  [...document.querySelectorAll('*')]
    .filter((element) => {
      const { transitionDuration, animationDuration } = getComputedStyle(element);
      // Lists of seconds; an animation's may be 'auto'.
      const seconds = `${transitionDuration},${animationDuration}`.split(',').map(Number.parseFloat);
      return seconds.some((one) => one > 0.001);
    })
    .map((element) => `${element.tagName} ${element.getAttribute('class')}`);

/** Fails unless the page fits: it does not scroll sideways, no text is wider than its button, no checkbox is squeezed. */
export async function expectFits(page: Page): Promise<void> {
  const measure = () => {
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
    return { overflow: Math.max(0, scrollWidth - clientWidth), spilling: spills, squeezed };
  };
  // A browser may not have finished a change of the window's size.
  await expect
    .poll(() => page.evaluate(measure), { message: `px and texts that do not fit ${page.url()}` })
    .toEqual({ overflow: 0, spilling: [], squeezed: [] });
}
