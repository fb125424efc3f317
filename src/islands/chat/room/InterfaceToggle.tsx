import { ChevronDown, MessageCircle } from 'lucide-react';
import { $hidesInterface, toggleInterface } from '#lib/chat/room/tabs.ts';
import { useT } from '../../ui/Messages.tsx';
import { useLive } from '../session/use-live.ts';

/** Phones only. */
export function HideInterface() {
  const t = useT();
  return (
    <button type="button" onClick={toggleInterface} className="grid size-10 place-items-center lg:hidden">
      <ChevronDown aria-hidden className="size-5" />
      <span className="sr-only">{t('chat.hide')}</span>
    </button>
  );
}

/** Phones only. */
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
