import { ChevronDown, MessageCircle } from 'lucide-react';
import { $unread } from '#lib/chat/room/messages.ts';
import { $hidesInterface, toggleInterface } from '#lib/chat/room/tabs.ts';
import { unreadText } from '#lib/messaging/inbox/unread.ts';
import { useT } from '../../ui/Messages.tsx';
import { useLive } from '../session/use-live.ts';

/** Where the chat lies over the picture: on phones and on a full screen. */
export function HideInterface() {
  const t = useT();
  return (
    <button type="button" onClick={toggleInterface} aria-label={t('chat.hide')} className="stream-hide tip">
      <ChevronDown aria-hidden className="size-5" />
    </button>
  );
}

/** Where the chat lies over the picture: on phones and on a full screen. Marks what was said while the chat is hidden. */
export function ShowInterface() {
  const t = useT();
  const hides = useLive($hidesInterface);
  const unread = useLive($unread);
  return (
    <>
      {/* Said with the first of them: each further one would flood. */}
      <p role="status" className="sr-only">
        {hides && unread > 0 ? t('chat.newLines') : ''}
      </p>
      {hides && (
        <button type="button" onClick={toggleInterface} className="stream-show">
          <MessageCircle aria-hidden className="size-5" />
          <span>{t('chat.show')}</span>
          <Unread />
        </button>
      )}
    </>
  );
}

/** Nothing while everything was seen. */
export function Unread() {
  const t = useT();
  const unread = useLive($unread);
  if (unread === 0) return null;
  return (
    <span className="stream-unread rounded-full bg-accent px-1.5 font-bold text-on-accent text-xs tabular-nums">
      <span aria-hidden translate="no">
        {unreadText(unread)}
      </span>
      <span className="sr-only">{` ${t('chat.unread', { count: unread })}`}</span>
    </span>
  );
}
