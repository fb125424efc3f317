import { hooked } from '../lib/shell/hooks.ts';

/** The chosen category may be outside the visible part of the bar. */
export function scrollToCategory(): void {
  document
    .querySelector(`${hooked('category-bar')} [aria-current]`)
    ?.scrollIntoView({ inline: 'center', block: 'nearest' });
}
