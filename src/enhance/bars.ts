import { find, findAll, readHook } from '../lib/shell/hooks.ts';

/** Shows the chosen item of each bar that scrolls sideways, and its arrows where more follows. */
export function startBars(): void {
  for (const bar of findAll(document, 'bar')) {
    bar.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' });
    const follow = () => showSteps(bar);
    bar.addEventListener('scroll', follow);
    new ResizeObserver(follow).observe(bar);
  }
}

const isBack = (step: Element): boolean => readHook(step, 'bar-step') === 'back';

function showSteps(bar: HTMLElement): void {
  const left = bar.scrollWidth - bar.clientWidth - bar.scrollLeft;
  for (const step of findAll(bar.parentElement ?? bar, 'bar-step'))
    step.hidden = (isBack(step) ? bar.scrollLeft : left) < 1;
}

/** Scrolls most of the visible part on, so that an item at the edge stays in view. */
export function stepBar(step: HTMLElement): void {
  const bar = step.parentElement && find(step.parentElement, 'bar');
  bar?.scrollBy({ left: bar.clientWidth * (isBack(step) ? -0.8 : 0.8), behavior: 'smooth' });
}
