import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $openAgain, followWelcome, watchForSentOut } from '#lib/chat/room/sent-out.ts';
import { $isWelcome } from '#lib/chat/store.ts';
import { timeUntil } from '#lib/shell/translate.ts';
import { useT } from '../../../ui/controls/Messages.tsx';

/** On the card of a chat that ended otherwise: replaces it if the viewer was kicked or blocked. */
export function WatchForSentOut({ name }: { name: string }) {
  useEffect(() => watchForSentOut(name), [name]);
  return null;
}

/** On the card of a kicked or blocked viewer: for how long, until that is over or undone. */
export function SentOut({ name }: { name: string }) {
  const t = useT();
  const openAgain = useStore($openAgain);
  const isWelcome = useStore($isWelcome);
  useEffect(() => followWelcome(name), [name]);
  return (
    <p role="status" className="mx-auto mt-2 max-w-sm text-pretty font-semibold">
      {openAgain === undefined || isWelcome
        ? ''
        : openAgain === null
          ? t('chat.sentOut.forGood', { name })
          : t('chat.sentOut.until', { time: timeUntil(openAgain) })}
    </p>
  );
}
