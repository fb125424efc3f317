import { ChevronDown, MessageCircle } from 'lucide-react';
import { $unread } from '#lib/chat/room/messages.ts';
import { $hidesInterface, toggleInterface } from '#lib/chat/tabs.ts';
import { unreadText } from '#lib/shell/unread.ts';
import { useLive } from '../../ui/controls/hooks.ts';
import { useT } from '../../ui/controls/Messages.tsx';

/** Hides the chat that covers the picture: on phones and in full screen. */
export function HideInterface() {
  const t = useT();
  return (
    <button
      type="button"
      onClick={toggleInterface}
      aria-label={t('chat.hide')}
      className="stream-hide tip hidden size-10 place-items-center max-lg:grid"
    >
      <ChevronDown aria-hidden className="size-5" />
    </button>
  );
}

/** Shows the chat again, on phones and in full screen. Marks messages that came while it was hidden. */
export function ShowInterface() {
  const t = useT();
  const hides = useLive($hidesInterface);
  const unread = useLive($unread);
  return (
    <>
      {/* Announced only with the first one, to avoid repeated announcements. */}
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

/** Number of unseen messages; nothing for zero. */
export function Unread() {
  const t = useT();
  const unread = useLive($unread);
  if (unread === 0) return null;
  return (
    <span className="stream-unread flex items-center rounded-full bg-accent px-3.5 font-bold text-on-accent text-xs tabular-nums">
      <span aria-hidden translate="no">
        {unreadText(unread)}
      </span>
      <span className="sr-only">{` ${t('chat.unread', { count: unread })}`}</span>
    </span>
  );
}
