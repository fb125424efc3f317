import { closest } from '../../lib/shell/start/hooks.ts';

/** Index after a key in a row of tabs (ARIA tabs pattern); null for another key. */
export function tabAfter(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (at + 1) % count;
    case 'ArrowLeft':
      return (at - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

/** Handles keys in a row of tabs. */
export function steerTabs(row: HTMLElement): void {
  row.addEventListener('keydown', (event) => {
    const tab = closest(event.target, 'tab');
    if (!tab || event.ctrlKey || event.altKey || event.metaKey) return;
    const tabs = siblings(tab);
    const next = tabAfter(event.key, tabs.indexOf(tab), tabs.length);
    const wanted = next === null ? null : tabs[next];
    if (!(wanted instanceof HTMLElement)) return;
    event.preventDefault();
    openTab(wanted);
    wanted.focus();
  });
}

const siblings = (tab: Element): Element[] => [
  ...(tab.parentElement?.querySelectorAll('[role="tab"]') ?? []),
];

export function openTab(chosen: Element): void {
  for (const tab of siblings(chosen)) {
    const open = tab === chosen;
    tab.setAttribute('aria-selected', String(open));
    if (open) tab.removeAttribute('tabindex');
    else tab.setAttribute('tabindex', '-1');
    const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '');
    panel?.toggleAttribute('data-open', open);
  }
}
