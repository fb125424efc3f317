import { useStore } from '@nanostores/react';
import { useEffect, useMemo } from 'react';
import { $inbox } from '#lib/messaging/inbox/inbox.ts';
import { $popups, $unreadIn } from '#lib/messaging/popups/popups.ts';
import { watchKeyboard } from '#lib/shell/keyboard-inset.ts';
import { documentLocale } from '#lib/shell/translate.ts';
import { linkFrom } from '#lib/site/link.ts';
import messengerStyle from '../../../styles/messenger.css?url';
import popupsStyle from '../../../styles/popups.css?url';
import { mountStyled } from '../../Mount.tsx';
import { Boundary } from '../../ui/Boundary.tsx';
import { useT } from '../../ui/Messages.tsx';
import { ClockContext, useOwnClock } from '../use-clock.ts';
import { PopupWindow } from './PopupWindow.tsx';
import { createStepByF6 } from './step-by-f6.ts';
import { useLift } from './use-lift.ts';

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
