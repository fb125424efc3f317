import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Elements } from './controls/Messages.tsx';
import { useT } from './controls/Messages.tsx';
import { firstOf, PinnedPlace } from './PinnedPlace.tsx';
import { useOverlay } from './use-overlay.ts';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  /** Names what is typed in it, which is kept when it is closed; null while nothing is shown. */
  draft: string | null;
  /** Returns the element to focus after closing. */
  returnTo: () => HTMLElement | null;
  children: Elements;
}

export function Dialog({ open, onClose, draft, returnTo, children }: DialogProps) {
  const t = useT();
  const { popup, place, leave } = useOverlay<HTMLDivElement>({ open, onClose, draft });
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && leave()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-50 bg-black/50 backdrop-blur-sm transition-opacity duration-150 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0" />
        <Base.Viewport className="fixed inset-0 z-50 grid place-items-end overflow-y-auto overscroll-contain sm:place-items-center sm:p-4">
          <Base.Popup
            ref={place}
            initialFocus={() => firstOf(popup.current)}
            finalFocus={returnTo}
            className="relative w-full max-w-md rounded-t-xl border border-line bg-surface p-6 pb-[max(1.5rem,env(safe-area-inset-bottom))] text-ink shadow-2xl shadow-black/20 outline-none transition duration-150 data-[ending-style]:translate-y-2 data-[ending-style]:opacity-0 data-[starting-style]:translate-y-2 data-[starting-style]:opacity-0 sm:rounded-xl sm:p-8"
          >
            <PinnedPlace className="-mx-6 -mt-6 mb-6 overflow-hidden rounded-t-xl [--pinned-end:3.75rem] sm:-mx-8 sm:-mt-8" />
            {children}
            <Base.Close
              aria-label={t('ui.close')}
              className="dialog-close tip absolute top-3 right-3 grid size-10 place-items-center rounded-full text-ink-soft hover:bg-sunken hover:text-ink"
            >
              <X aria-hidden className="size-5" />
            </Base.Close>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

export function DialogTitle({ children }: { children: ReactNode }) {
  return <Base.Title className="pr-10 font-bold text-xl">{children}</Base.Title>;
}

export function DialogText({ children }: { children: ReactNode }) {
  return <Base.Description className="mt-2 text-ink-soft">{children}</Base.Description>;
}
