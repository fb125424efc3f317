import { savesData } from '../lib/shell/start/browser.ts';
import { cardsSelector, closest, find, findAll, readHook } from '../lib/shell/start/hooks.ts';

/** Shows each bar's arrows where more follows. */
export function startSteps(): void {
  for (const bar of findAll(document, 'bar')) {
    const follow = () => showSteps(bar);
    bar.addEventListener('scroll', follow);
    // Also runs at once.
    new ResizeObserver(follow).observe(bar);
    bar.parentElement?.addEventListener('click', ({ target }) => stepBy(target));
  }
}

const isBack = (step: Element): boolean => readHook(step, 'bar-step') === 'back';

function showSteps(bar: HTMLElement): void {
  const left = bar.scrollWidth - bar.clientWidth - bar.scrollLeft;
  for (const step of findAll(bar.parentElement ?? bar, 'bar-step')) {
    step.hidden = (isBack(step) ? bar.scrollLeft : left) < 1;
    // For a mouse only: the focus scrolls by itself.
    step.ariaHidden = 'true';
  }
}

/** Scrolls most of the visible part on, so that an item at the edge stays in view. */
function stepBy(target: EventTarget | null): void {
  const step = closest(target, 'bar-step');
  const bar = step?.parentElement && find(step.parentElement, 'bar');
  if (step && bar) bar.scrollBy({ left: bar.clientWidth * (isBack(step) ? -0.8 : 0.8), behavior: 'smooth' });
}

/** Loaded with the first move of a pointer, or key: what a page needs only then. */
export function startAttention(): void {
  startSteps();
  if (!savesData() && matchMedia('(prefers-reduced-motion: no-preference)').matches) offerPreviews();
}

function offerPreviews(): void {
  const show = (card: Element | null | undefined): void => {
    if (card) void import('./list/preview.ts').then((m) => m.preview.show(card));
  };
  for (const act of ['pointerover', 'focusin'] as const)
    document.addEventListener(act, (event) => {
      const isTouch = event instanceof PointerEvent && event.pointerType === 'touch';
      if (!isTouch) show((event.target as Element).closest(cardsSelector));
    });
  // The card that the attention is on already.
  show(document.querySelector(`:is(${cardsSelector}):is(:hover, :focus-within)`));
}
