import type { WatchedLine, WatchedViewer } from '#contract/desk/live-calls.ts';
import { timeOfDay } from '#lib/shell/translate.ts';
import { useT } from '../ui/controls/Messages.tsx';

/** The messages of the room, the newest at the bottom. */
export function WatchedChat({ messages }: { messages: readonly WatchedLine[] }) {
  const t = useT();
  return (
    <div className="min-w-0 rounded-xl border border-line bg-surface lg:row-span-2">
      <h2 className="border-line border-b px-4 py-3 font-bold text-lg">{t('wall.room.chat')}</h2>
      {messages.length === 0 && <p className="p-4 text-ink-soft text-sm">{t('wall.room.noChat')}</p>}
      {/* Reversed, so that the newest message stays in view without a script. */}
      <section
        aria-label={t('wall.room.chat')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be reachable by keyboard
        tabIndex={0}
        className="flex max-h-[60dvh] flex-col-reverse overflow-y-auto"
      >
        <ol className="divide-y divide-line text-sm">
          {messages.map(({ id, sender, message, isOfShow, at }) => (
            <li key={id} className="wrap-anywhere px-4 py-2">
              <span className="text-ink-soft tabular-nums">{`${timeOfDay(at)} `}</span>
              <b translate="no">{sender}</b>
              {isOfShow && <span className="text-ink-soft">{` (${t('wall.room.inShow')})`}</span>}
              <span>{`: ${message}`}</span>
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

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
