import { savesData } from '../lib/shell/start/browser.ts';
import { cardsSelector } from '../lib/shell/start/hooks.ts';
import { startSteps } from './bar-steps.ts';

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
