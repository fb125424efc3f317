import { createElement, type ReactNode, useEffect, useLayoutEffect, useReducer } from 'react';
import { type Root, hydrateRoot as reactHydrateRoot } from 'react-dom/client';
import { log } from '#lib/shell/log.ts';

export { createRoot } from 'react-dom/client';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What the user did with a control of an island before hydration. */
interface Early {
  /** Null if nothing was typed or chosen. */
  readonly value: string | null;
  /** Whether a box was ticked or unticked, or a radio button chosen. */
  readonly isPressed: boolean;
  readonly hasFocus: boolean;
}

/**
 * React's `hydrateRoot`: reports what was typed or chosen before hydration to the island. If a browser extension has
 * inserted nodes, React renders the island again: no error, and the focus is kept.
 */
export const hydrateRoot: typeof reactHydrateRoot = (container, children, options): Root => {
  const early = earlyIn(container);
  const hydrated = (island: ReactNode) => createElement(Hydrated, { container, early }, island);
  const root = reactHydrateRoot(container, hydrated(children), {
    ...options,
    onRecoverableError: (error) =>
      log.info('Island rendered again: its HTML was changed before hydration', error),
  });
  // Astro renders the same island again at once: under another parent React would recreate it.
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
  const [, update] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => {
    // Changes made during hydration, before an effect of the island re-renders it.
    for (const [key, one] of earlyIn(container)) early.set(key, one);
    // An update from here makes React run the island's effects in this task: without it, the user could use a control
    // before an effect has opened its store.
    update();
  }, [container, early]);
  useEffect(() => {
    const controls = controlsOf(container);
    for (const [key, one] of early) takeUp(controls.get(key), one);
  }, [container, early]);
  return children;
}

/** Keyed by what they are, as ids differ between renderings. */
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

/** The value the server rendered. */
const initialOf = (control: Control): string =>
  control instanceof HTMLSelectElement
    ? (([...control.options].find((option) => option.defaultSelected) ?? control.options[0])?.value ?? '')
    : control.defaultValue;

/** Controls that differ from what the server rendered. */
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

/** A radio button that is no longer chosen is ignored: another one is chosen. */
const isPressed = (control: Control): boolean =>
  isTickable(control) &&
  control.checked !== control.defaultChecked &&
  (control.checked || control.type !== 'radio');

/** React notices a change only if the control differs from its last known value. */
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
    // React tracks the instance's setter; the prototype's setter bypasses it.
    control.value = initial;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, typed);
  }
  const event = control instanceof HTMLSelectElement ? 'change' : 'input';
  control.dispatchEvent(new Event(event, { bubbles: true }));
}
