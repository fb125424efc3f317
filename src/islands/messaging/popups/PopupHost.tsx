import { useStore } from '@nanostores/react';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { $inbox } from '#lib/messaging/inbox/inbox.ts';
import { $popups, $unreadIn } from '#lib/messaging/popups/popups.ts';
import { watchKeyboard } from '#lib/shell/device.ts';
import { documentLocale } from '#lib/shell/translate.ts';
import { linkFrom } from '#lib/site/links/link.ts';
import messengerStyle from '../../../styles/messenger.css?url';
import popupsStyle from '../../../styles/popups.css?url';
import { mountStyled } from '../../Mount.tsx';
import { Boundary } from '../../ui/controls/Boundary.tsx';
import { liftAbove } from '../../ui/controls/lift-above.ts';
import { useT } from '../../ui/controls/Messages.tsx';
import { ClockContext, useOwnClock } from '../reader.ts';
import { PopupWindow } from './PopupWindow.tsx';

const loadedAt = Date.now();

/** Renders the pop-ups once the list of conversations is known. */
export function Popups() {
  const t = useT();
  const popups = useStore($popups);
  const unread = useStore($unreadIn);
  const inbox = useStore($inbox);
  const clock = useOwnClock(documentLocale(), loadedAt);
  const link = useMemo(() => linkFrom(location), []);
  const isShown = popups.length > 0 && inbox !== null && inbox.status !== 'loading';
  const place = useLift(isShown);
  useEffect(() => {
    if (!isShown) return;
    const stepByF6 = createStepByF6();
    document.addEventListener('keydown', stepByF6);
    return () => document.removeEventListener('keydown', stepByF6);
  }, [isShown]);
  if (!isShown) return null;
  return (
    <ClockContext value={clock}>
      <aside ref={place} aria-label={t('messenger.name')} className="popups">
        {popups.map((popup) => (
          <PopupWindow
            key={popup.other.userid}
            popup={popup}
            unread={unread.get(popup.other.userid) ?? 0}
            link={link}
          />
        ))}
      </aside>
    </ClockContext>
  );
}

/** No other page needs these styles. */
export function mountPopupHost() {
  watchKeyboard();
  return mountStyled(
    <Boundary>
      <Popups />
    </Boundary>,
    [messengerStyle, popupsStyle],
  );
}

/** Handler for `keydown`: F6 moves the focus from the page through the pop-ups and back; with Shift in reverse. */
function createStepByF6(): (event: KeyboardEvent) => void {
  let cameFrom: Element | null = null;
  return (event) => {
    if (event.key !== 'F6' || event.ctrlKey || event.altKey || event.metaKey) return;
    const popups = [...document.querySelectorAll<HTMLElement>('.popup')];
    const at = popups.findIndex((popup) => popup.contains(document.activeElement));
    if (at < 0) cameFrom = document.activeElement;
    const from = at < 0 && event.shiftKey ? popups.length : at;
    const next = popups[from + (event.shiftKey ? -1 : 1)];
    const target = next
      ? (next.querySelector('textarea') ?? next.querySelector('.popup-name'))
      : cameFrom?.isConnected && cameFrom !== document.body
        ? cameFrom
        : document.querySelector('main');
    if (!(target instanceof HTMLElement)) return;
    event.preventDefault();
    target.focus();
  };
}

/** Controls of a stream page that must not be covered: chat input, tipping, Stop, and controls on the picture. */
const IN_REACH =
  '.stream-composer, .stream-give, .stream-stop, .stream-controls, .stream-name, .stream-toy, .stream-card .btn';
/** The chat panel while it covers the picture. */
const ON_PICTURE = '.stream-panel';

/** Checks on every frame beside a picture: chat, controls and cards appear and disappear there. */
function useLift(isShown: boolean): RefObject<HTMLElement | null> {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isShown || !document.querySelector('.stream')) return;
    let lift = 0;
    let frame = 0;
    const look = () => {
      frame = requestAnimationFrame(look);
      const popups = place.current;
      if (!popups) return;
      const { top, right, bottom, left } = popups.getBoundingClientRect();
      const resting = { top: top + lift, right, bottom: bottom + lift, left };
      const others = [...document.querySelectorAll(`${IN_REACH}, ${ON_PICTURE}`)]
        .map((one) => one.getBoundingClientRect())
        .filter(({ height }) => height > 0);
      lift = liftAbove(resting, others);
      popups.style.setProperty('--lift', `${lift}px`);
    };
    look();
    return () => cancelAnimationFrame(frame);
  }, [isShown]);
  return place;
}
