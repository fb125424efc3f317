import { type RefCallback, type RefObject, useCallback, useEffect, useRef } from 'react';
import { overlays } from '#lib/shell/late/overlays.ts';
import type { ModalOf, ModalType } from '../../lib/shell/start/dialogs.ts';

export interface ModalContentProps<Type extends ModalType = ModalType> {
  readonly modal: ModalOf<Type>;
  readonly close: () => void;
}

export interface DrawerContentProps {
  readonly close: () => void;
}

interface OverlayOptions {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Names what is typed in it; null for nothing that could be kept. */
  readonly draft: string | null;
}

interface OverlayProps<Popup extends HTMLElement> {
  readonly popup: RefObject<Popup | null>;
  /** Ref of the popup. */
  readonly place: RefCallback<Popup>;
  /** What Back, the cross, Escape and the backdrop do: it closes, and keeps what was typed for the next time. */
  readonly leave: () => void;
}

export function useOverlay<Popup extends HTMLElement>({
  open,
  onClose,
  draft,
}: OverlayOptions): OverlayProps<Popup> {
  const popup = useRef<Popup>(null);
  const leave = () => {
    if (draft !== null) keepDraft(draft, popup.current);
    onClose();
  };
  const latest = useRef(leave);
  latest.current = leave;
  useEffect(() => {
    if (!open) return;
    const overlay = { close: () => latest.current() };
    overlays.opened(overlay);
    return () => overlays.closed(overlay);
  }, [open]);
  const place = useCallback(
    (element: Popup | null) => {
      popup.current = element;
      // Once all of it is placed and follows its fields.
      if (element && draft !== null) queueMicrotask(() => restoreDraft(draft, element));
    },
    [draft],
  );
  return { popup, place, leave };
}

/** Texts that were typed into an overlay when the visitor closed it, by overlay and field; until the page is left. */
const drafts = new Map<string, ReadonlyMap<string, string>>();

type TextField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** No passwords, also while they are shown as text, and no codes. Forms name their fields by `data-field` (use-form.ts). */
const TEXT_FIELDS =
  ':is(textarea, select, input:is([type=text], [type=email], [type=number], :not([type]))):is([data-field], [name]):not([autocomplete=one-time-code], [autocomplete$=password])';

const textFields = (popup: Element | null): TextField[] =>
  popup ? [...popup.querySelectorAll<TextField>(TEXT_FIELDS)] : [];

const nameOf = ({ dataset, name }: TextField): string => dataset['field'] ?? name;

/** Keeps what was typed; nothing if the overlay has no text. */
export function keepDraft(name: string, popup: Element | null): void {
  const texts = textFields(popup).flatMap((field) =>
    field.value ? [[nameOf(field), field.value] as const] : [],
  );
  drafts.delete(name);
  if (texts.length > 0) drafts.set(name, new Map(texts));
}

/** Types it again, once; fields with a value of their own keep that. */
export function restoreDraft(name: string, popup: Element): void {
  const texts = drafts.get(name);
  drafts.delete(name);
  for (const field of textFields(popup)) {
    const text = texts?.get(nameOf(field));
    if (text === undefined || field.value !== '') continue;
    // React notices a change only if its own setter is passed by.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
    field.dispatchEvent(
      new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
    );
  }
}

/** Shared by dialogs that open each other: after the last one closes, the opener of the first one is focused. */
function createTrail(): { from(element: Element | null): readonly HTMLElement[] } {
  let recent: readonly HTMLElement[] = [];
  return {
    from(element) {
      recent = pathOf(element, recent);
      return recent;
    },
  };
}

/** The page's instance: drawers can open dialogs. */
const trail = createTrail();

/**
 * Returns what to focus after closing: the opener or, if removed, its nearest focusable ancestor. Stored at opening,
 * because the library reads the focus after the contents have loaded.
 */
export function useOpener(open: boolean): () => HTMLElement | null {
  const path = useRef<readonly HTMLElement[]>([]);
  const wasOpen = useRef(false);
  if (open && !wasOpen.current) path.current = trail.from(document.activeElement);
  wasOpen.current = open;
  return () => path.current.find(takesFocus) ?? document.querySelector<HTMLElement>('main[tabindex]');
}

/** The element and its ancestors; inside a dialog it continues with `before`, the path of that dialog's opener. */
function pathOf(from: Element | null, before: readonly HTMLElement[]): HTMLElement[] {
  const path: HTMLElement[] = [];
  for (let element = from; element && element !== document.body; element = element.parentElement) {
    if (element instanceof HTMLElement) path.push(element);
  }
  const isInPage = path.length > 0 && !path.some(({ role }) => role === 'dialog' || role === 'alertdialog');
  return isInPage ? path : [...path, ...before];
}

const takesFocus = (element: HTMLElement): boolean =>
  element.isConnected &&
  element.checkVisibility({ visibilityProperty: true }) &&
  !element.matches(':disabled') &&
  (element.tabIndex >= 0 || element.hasAttribute('tabindex'));
