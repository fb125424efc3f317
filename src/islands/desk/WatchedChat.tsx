import type { WatchedLine } from '#contract/desk/live-calls.ts';
import { timeOfDay } from '#lib/shell/time.ts';
import { useT } from '../ui/Messages.tsx';

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
