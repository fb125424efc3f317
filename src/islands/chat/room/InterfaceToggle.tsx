import { ChevronDown, MessageCircle } from 'lucide-react';
import { $hidesInterface, toggleInterface } from '#lib/chat/room/tabs.ts';
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

/** Where the chat lies over the picture: on phones and on a full screen. */
export function ShowInterface() {
  const t = useT();
  const hides = useLive($hidesInterface);
  if (!hides) return null;
  return (
    <button type="button" onClick={toggleInterface} className="stream-show">
      <MessageCircle aria-hidden className="size-5" />
      {t('chat.show')}
    </button>
  );
}
