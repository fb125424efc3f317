import { closest, find, readHook } from '#lib/shell/start/hooks.ts';

/** Fills the template of a chosen ground into the facts, unless something else was typed there. */
export function followDecisionWords(): void {
  document.addEventListener('change', ({ target }) => {
    const words = closest(target, 'decision-words');
    const facts = words?.querySelector('textarea');
    if (!facts || !(target instanceof HTMLSelectElement)) return;
    const templates = [...target.options].map((option) => readHook(option, 'facts') ?? '');
    const typed = facts.value.trim();
    if (typed === '' || templates.includes(typed)) facts.value = templates[target.selectedIndex] ?? '';
  });
}

/** Two keys stop the stream: X opens the form with its button in focus, Enter presses it. */
export function followCutKey(): void {
  document.addEventListener('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey, repeat } = event;
    const isTyping = target instanceof Element && target.closest('input, textarea, select') !== null;
    if (key.toLowerCase() !== 'x' || isTyping || ctrlKey || metaKey || altKey || repeat) return;
    const form = find(document, 'cut-key')?.querySelector('details');
    if (!form) return;
    event.preventDefault();
    form.open = true;
    form.querySelector<HTMLButtonElement>('button[type=submit]')?.focus();
  });
}
