import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from './controls/Messages.tsx';
import { firstOf, PinnedPlace } from './PinnedPlace.tsx';
import { useOverlay } from './use-overlay.ts';

interface DrawerProps {
  open: boolean;
  onClose: () => void;
  /** Names what is typed in it, which is kept when it is closed; null while nothing is shown. */
  draft: string | null;
  /** Returns the element to focus after closing. */
  returnTo: () => HTMLElement | null;
  title: ReactNode;
  /** In the middle instead of at the side; on phones always from below. */
  isCentred?: boolean;
  children: ReactNode;
}

const fromBelow =
  'fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col rounded-t-xl border-line border-t bg-surface text-ink outline-none transition duration-200 data-[ending-style]:translate-y-full data-[starting-style]:translate-y-full';
const fromTheSide =
  'sm:inset-y-0 sm:right-0 sm:left-auto sm:max-h-none sm:w-[26rem] sm:rounded-none sm:border-t-0 sm:border-l sm:data-[ending-style]:translate-x-full sm:data-[starting-style]:translate-x-full sm:data-[ending-style]:translate-y-0 sm:data-[starting-style]:translate-y-0';
const inTheMiddle =
  'sm:inset-0 sm:m-auto sm:h-fit sm:w-[28rem] sm:rounded-xl sm:border sm:data-[ending-style]:translate-y-2 sm:data-[ending-style]:opacity-0 sm:data-[starting-style]:translate-y-2 sm:data-[starting-style]:opacity-0';

/** From the side, on phones from below; closes in 200 ms (specification). */
export function Drawer({ open, onClose, draft, returnTo, title, isCentred, children }: DrawerProps) {
  const t = useT();
  const { popup, place, leave } = useOverlay<HTMLDivElement>({ open, onClose, draft });
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && leave()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-50 bg-black/50 transition-opacity duration-200 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0" />
        <Base.Popup
          ref={place}
          initialFocus={() => firstOf(popup.current)}
          finalFocus={returnTo}
          className={`${fromBelow} ${isCentred ? inTheMiddle : fromTheSide}`}
        >
          <PinnedPlace />
          <div className="flex items-center border-line border-b py-2 pr-2 pl-5">
            <Base.Title className="font-bold text-lg">{title}</Base.Title>
            <Base.Close
              aria-label={t('ui.close')}
              className="tip ml-auto grid size-10 place-items-center rounded-full text-ink-soft hover:bg-sunken hover:text-ink"
            >
              <X aria-hidden className="size-5" />
            </Base.Close>
          </div>
          <div className="overflow-y-auto overscroll-contain p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
            {children}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
