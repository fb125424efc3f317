import { Toast } from '@base-ui/react/toast';
import { useStore } from '@nanostores/react';
import { X } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { $toast, type Toast as Shown } from '#lib/shell/start/feedback.ts';
import { hooked } from '#lib/shell/start/hooks.ts';
import { mount, mountStyled } from '../Mount.tsx';
import { liftAbove } from '../ui/controls/lift-above.ts';
import { useT } from '../ui/controls/Messages.tsx';
import { Mark } from '../ui/form/Notice.tsx';

const STANDS_MS = 4000;
/** ms before content is added: a screen reader announces only changes to a region it already knows. */
const REGION_MET_MS = 100;
/** Controls a toast must not cover: writing, tipping, stopping, main buttons, consent, and news of a list. */
const IN_REACH = `.stream-composer, .stream-give, .stream-stop, [role=dialog] .btn-primary, main .btn-primary, #consent, ${hooked('list-pill')}`;

function ToastHost() {
  return (
    <Toast.Provider timeout={STANDS_MS}>
      <Toasts />
    </Toast.Provider>
  );
}

function Toasts() {
  const t = useT();
  const latest = useStore($toast);
  const { toasts, add } = Toast.useToastManager();
  const place = useRef<HTMLDivElement>(null);
  useLift(place, toasts.length > 0);
  useEffect(() => {
    if (!latest) return;
    const { kind, text, stands } = latest;
    setTimeout(add, REGION_MET_MS, { type: kind, title: text, timeout: stands });
  }, [latest, add]);
  return (
    <Toast.Viewport
      ref={place}
      aria-label={t('ui.notifications')}
      className="toasts pointer-events-none fixed inset-x-4 bottom-[max(1rem,env(safe-area-inset-bottom))] z-60 mx-auto flex max-w-96 flex-col-reverse gap-2 rounded-lg sm:bottom-6"
    >
      {toasts.map((toast) => (
        <Toast.Root
          key={toast.id}
          toast={toast}
          swipeDirection={['down', 'left', 'right']}
          className="pointer-events-auto flex transform-[translate(var(--toast-swipe-movement-x),var(--toast-swipe-movement-y))] items-center gap-3 rounded-lg border border-line bg-surface py-2 pr-2 pl-4 font-medium text-ink text-sm shadow-lg transition duration-200 data-[limited]:hidden data-[ending-style]:translate-y-2 data-[starting-style]:translate-y-2 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0"
        >
          <Mark kind={toast.type as Shown['kind']} />
          <Toast.Title render={<p />} className="min-w-0 flex-1 break-words" />
          <Toast.Close
            aria-label={t('ui.close')}
            aria-hidden={false}
            className="tip tip-up grid size-8 shrink-0 place-items-center rounded-full text-ink-soft hover:bg-sunken hover:text-ink"
          >
            <X aria-hidden className="size-4" />
          </Toast.Close>
        </Toast.Root>
      ))}
    </Toast.Viewport>
  );
}

/** Checks on every frame while a toast is shown: keyboards, dialogs and scrolling move what it must not cover. */
function useLift(place: RefObject<HTMLElement | null>, isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return;
    let lift = 0;
    let frame = 0;
    const look = () => {
      frame = requestAnimationFrame(look);
      const toasts = place.current;
      if (!toasts) return;
      const { top, right, bottom, left } = toasts.getBoundingClientRect();
      const resting = { top: top + lift, right, bottom: bottom + lift, left };
      const others = [...document.querySelectorAll(IN_REACH)].map((one) => one.getBoundingClientRect());
      lift = liftAbove(resting, others);
      toasts.style.translate = `0 ${-lift}px`;
    };
    look();
    return () => cancelAnimationFrame(frame);
  }, [place, isShown]);
}

export const mountToastHost = () => mountStyled(<ToastHost />);

/** The studio has all utilities, and some of its own that others would override. */
export const mountStudioToastHost = () => mount(<ToastHost />);
