import { findAll } from '../lib/shell/start/hooks.ts';

/** The chosen item may be outside the visible part of a bar that scrolls sideways. */
export function scrollBars(): void {
  for (const bar of findAll(document, 'bar'))
    bar.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' });
}
