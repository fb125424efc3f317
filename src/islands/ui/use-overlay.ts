import { type RefCallback, type RefObject, useCallback, useEffect, useRef } from 'react';
import { overlays } from '#lib/shell/late/overlays.ts';
import { keepDraft, restoreDraft } from './draft.ts';

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
