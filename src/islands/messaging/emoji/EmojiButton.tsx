import { Smile } from 'lucide-react';
import { lazy, type RefObject, Suspense, useId, useRef, useState } from 'react';
import { Boundary } from '../../ui/controls/Boundary.tsx';
import { Spinner } from '../../ui/controls/Button.tsx';
import { useT } from '../../ui/controls/Messages.tsx';

const EmojiPicker = lazy(() => import('./EmojiPicker.tsx').then((m) => ({ default: m.EmojiPicker })));

interface EmojiButtonProps {
  /** The field to insert into, at its caret. */
  field: RefObject<HTMLTextAreaElement | null>;
  onWrite: (text: string) => void;
  disabled: boolean;
}

/** A native popover; the picker and its data load when it opens. */
export function EmojiButton({ field, onWrite, disabled }: EmojiButtonProps) {
  const t = useT();
  const id = useId();
  const popover = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const leave = () => {
    popover.current?.hidePopover();
    field.current?.focus();
  };
  const insert = (emoji: string) => {
    const { current } = field;
    if (!current) return;
    current.setRangeText(emoji, current.selectionStart, current.selectionEnd, 'end');
    onWrite(current.value);
    leave();
  };
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        disabled={disabled}
        aria-label={t('emoji.open')}
        className="btn btn-quiet tip tip-up size-11 p-0"
      >
        <Smile aria-hidden className="size-5" />
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={t('emoji.name')}
        onToggle={({ newState }) => setOpen(newState === 'open')}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          leave();
        }}
        // Room for eight per row, with a fixed height while they load.
        className="mx-2 my-1 h-[min(24rem,60dvh)] w-82 max-w-[calc(100vw-1rem)] rounded-lg border border-line bg-surface text-ink shadow-[0_0.5rem_1.5rem_rgb(0_0_0/20%)] [position-area:block-start_span-inline-end] open:flex open:flex-col"
      >
        {isOpen && (
          <Boundary onFailed={leave}>
            <Suspense
              fallback={
                <p role="status" className="m-auto">
                  <Spinner className="size-6 text-accent-ink" />
                  <span className="sr-only">{t('emoji.loading')}</span>
                </p>
              }
            >
              <EmojiPicker onPick={insert} />
            </Suspense>
          </Boundary>
        )}
      </div>
    </>
  );
}
