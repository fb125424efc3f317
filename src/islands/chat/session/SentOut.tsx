import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { TIME_ZONE } from '#contract/day.ts';
import { $openAgain, followWelcome } from '#lib/chat/room/sent-out.ts';
import { $isWelcome } from '#lib/chat/session/store.ts';
import { documentLocale } from '#lib/shell/document-locale.ts';
import { useT } from '../../ui/Messages.tsx';

const DAY_MS = 86_400_000;

/** On the card of who was sent out: for how long, until that is over or undone. */
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
          : t('chat.sentOut.until', { time: timeOf(openAgain) })}
    </p>
  );
}

/** Of a later day with its date. */
function timeOf(at: number): string {
  const isSoon = at - Date.now() < DAY_MS;
  return new Date(at).toLocaleString(documentLocale(), {
    ...(isSoon ? {} : { day: 'numeric', month: 'long', year: 'numeric' }),
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: TIME_ZONE },
  });
}
