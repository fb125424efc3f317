import { createElement, type ReactNode, useEffect, useLayoutEffect } from 'react';
import { type Root, hydrateRoot as reactHydrateRoot } from 'react-dom/client';
import { log } from '#lib/shell/log.ts';

export { createRoot } from 'react-dom/client';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What somebody did with a control of an island before React took it over. */
interface Early {
  /** Null where nothing was typed or chosen. */
  readonly value: string | null;
  /** Whether a box was ticked or unticked, or a radio button chosen. */
  readonly isPressed: boolean;
  readonly hasFocus: boolean;
}

/**
 * React's, for islands of a page that somebody may use before React does. What was typed or chosen by then is told to the
 * island as if it happened now. Where a browser extension (password manager, grammar check) has inserted nodes, React
 * renders the island anew: that is no error, and the focus stays as well.
 */
export const hydrateRoot: typeof reactHydrateRoot = (container, children, options): Root => {
  const early = earlyIn(container);
  const hydrated = (island: ReactNode) => createElement(Hydrated, { container, early }, island);
  const root = reactHydrateRoot(container, hydrated(children), {
    ...options,
    onRecoverableError: (error) =>
      log.info('island rendered anew: its HTML was changed before it was alive', error),
  });
  // Astro renders the same island again at once: not below the same parent, all of it would be made anew.
  const render = root.render.bind(root);
  root.render = (island) => render(hydrated(island));
  return root;
};

interface HydratedProps {
  readonly container: ParentNode;
  readonly early: Map<string, Early>;
  readonly children?: ReactNode;
}

function Hydrated({ container, early, children }: HydratedProps): ReactNode {
  useLayoutEffect(() => {
    // What came during the hydration, before an effect of the island draws it again.
    for (const [key, one] of earlyIn(container)) early.set(key, one);
  }, [container, early]);
  useEffect(() => {
    const controls = controlsOf(container);
    for (const [key, one] of early) takeUp(controls.get(key), one);
  }, [container, early]);
  return children;
}

/** By what they are, as ids differ from one rendering to the next. */
function controlsOf(container: ParentNode): Map<string, Control> {
  const found = new Map<string, Control>();
  for (const control of container.querySelectorAll<Control>('input:not([type=file]), textarea, select')) {
    const kind = `${control.localName} ${control.type} ${control.name}`;
    let count = 0;
    while (found.has(`${kind} ${count}`)) count += 1;
    found.set(`${kind} ${count}`, control);
  }
  return found;
}

/** What the server sent it with. */
const initialOf = (control: Control): string =>
  control instanceof HTMLSelectElement
    ? (([...control.options].find((option) => option.defaultSelected) ?? control.options[0])?.value ?? '')
    : control.defaultValue;

/** Those that are not as the server sent them. */
function earlyIn(container: ParentNode): Map<string, Early> {
  const early = new Map<string, Early>();
  for (const [key, control] of controlsOf(container)) {
    const value = isTickable(control) || control.value === initialOf(control) ? null : control.value;
    const hasFocus = control === document.activeElement;
    if (value !== null || hasFocus || isPressed(control))
      early.set(key, { value, isPressed: isPressed(control), hasFocus });
  }
  return early;
}

const isTickable = (control: Control): control is HTMLInputElement =>
  control.type === 'checkbox' || control.type === 'radio';

/** A radio button that is no longer chosen says nothing: another one is. */
const isPressed = (control: Control): boolean =>
  isTickable(control) &&
  control.checked !== control.defaultChecked &&
  (control.checked || control.type !== 'radio');

/** React hears of a change only where a control is not as it knew it. */
function takeUp(control: Control | undefined, { value, isPressed, hasFocus }: Early): void {
  if (!control) return;
  if (hasFocus && document.activeElement === document.body) control.focus();
  if (isPressed && isTickable(control)) {
    control.checked = control.defaultChecked;
    control.click();
  }
  if (value === null) return;
  const initial = initialOf(control);
  const typed = control.value === initial ? value : control.value;
  if (control instanceof HTMLSelectElement) control.value = typed;
  else {
    // The one setter is followed by React, the other is not.
    control.value = initial;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, typed);
  }
  const event = control instanceof HTMLSelectElement ? 'change' : 'input';
  control.dispatchEvent(new Event(event, { bubbles: true }));
}
