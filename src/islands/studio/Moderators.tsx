import { useStore } from '@nanostores/react';
import { timeUntil } from '#lib/shell/time.ts';
import { useT } from '../ui/Messages.tsx';
import { small } from './PersonActs.tsx';
import { useStudio } from './studio-page.ts';

/** The moderators of the room, and until when each is one. */
export function Moderators() {
  const t = useT();
  const { room } = useStudio();
  const { moderators } = useStore(room.$room);
  return (
    <details className="border-line border-t px-4 py-3">
      <summary className="min-h-6 cursor-pointer font-semibold">
        {`${t('studio.live.moderators.title')} (${moderators.length})`}
      </summary>
      <p className="mt-2 text-ink-soft text-sm">{t('studio.live.moderators.text')}</p>
      <ul className="mt-2 grid gap-1">
        {moderators.map(({ id, name, until }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-2">
            <b translate="no" className="wrap-anywhere min-w-0">
              {name}
            </b>
            <span className="text-ink-soft text-sm tabular-nums">
              {t('studio.live.sanction.until', { time: timeUntil(until) })}
            </span>
            <span className="ml-auto flex gap-2">
              <button
                type="button"
                aria-label={`${t('studio.live.moderators.renew')}: ${name}`}
                onClick={() => void room.renewModerator(id)}
                className={small}
              >
                {t('studio.live.moderators.renew')}
              </button>
              <button
                type="button"
                aria-label={`${t('studio.live.moderators.dismiss')}: ${name}`}
                onClick={() => void room.dismissModerator(id)}
                className={small}
              >
                {t('studio.live.moderators.dismiss')}
              </button>
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
