import type { WatchedViewer } from '#contract/desk/live-calls.ts';
import { useT } from '../ui/Messages.tsx';

interface WatchedViewersProps {
  viewers: readonly WatchedViewer[];
  /** The page, which shows the form for a viewer. */
  href: string;
}

/** Who is in the room, in the order in which they joined. */
export function WatchedViewers({ viewers, href }: WatchedViewersProps) {
  const t = useT();
  return (
    <section aria-labelledby="viewers" className="min-w-0 rounded-xl border border-line bg-surface">
      <h2 id="viewers" className="px-4 py-3 font-bold text-lg tabular-nums">
        {`${t('wall.room.viewers')} (${viewers.length})`}
      </h2>
      {viewers.length === 0 && <p className="px-4 pb-4 text-ink-soft text-sm">{t('wall.room.noViewers')}</p>}
      <ul className="divide-y divide-line border-line border-t empty:hidden">
        {viewers.map(({ session, name, memberId, type, minutes }) => (
          <li key={session} className="flex flex-wrap items-center gap-x-4 px-4 py-2">
            <p className="wrap-anywhere min-w-0 flex-1">
              <b translate="no">{name}</b>
              <span className="text-ink-soft text-sm tabular-nums">
                {` ${memberId === null ? t('wall.room.guest') : `member:${memberId}`} · ${t(`wall.room.type.${type}`)} · ${t('wall.room.minutes', { count: minutes })}`}
              </span>
            </p>
            <a
              href={`${href}?viewer=${session}#cut-viewer-${session}`}
              className="btn btn-quiet min-h-11 text-danger text-sm"
            >
              <span>{t('wall.room.put')}</span>
              <span className="sr-only">{`: ${name}`}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
