import type { GoalView } from '#contract/chat/goals.ts';
import type { TopTippers } from '#contract/chat/room/tip-menu-calls.ts';
import { useT } from '../ui/controls/Messages.tsx';

/** The running goal in small form. */
export function RoomGoal({ goal: { text, amount, collected } }: { goal: GoalView }) {
  const t = useT();
  const state = t('tips.goal.collected', { collected, amount });
  return (
    <div className="flex flex-wrap items-center gap-x-3 border-line border-b px-4 py-2 text-sm">
      <span>{t('tips.goal.title')}</span>
      <bdi className="wrap-anywhere font-semibold">{text}</bdi>
      <progress
        aria-label={t('tips.goal.title')}
        aria-valuetext={state}
        max={amount}
        value={Math.min(collected, amount)}
        className="h-2 flex-1 overflow-hidden rounded-full accent-accent"
      />
      <span className="tabular-nums">{state}</span>
    </div>
  );
}

/** The members who tipped most since she went live. */
export function RoomTippers({ tippers }: Pick<TopTippers, 'tippers'>) {
  const t = useT();
  return (
    <div className="flex flex-wrap items-center gap-x-3 border-line border-b px-4 py-2 text-sm">
      <span>{t('tips.top.title')}</span>
      <ol aria-label={t('tips.top.title')} className="flex flex-wrap gap-x-3">
        {tippers.map(({ name, credits }) => (
          <li key={name}>
            <bdi translate="no" className="wrap-anywhere font-semibold">
              {name}
            </bdi>{' '}
            <span className="tabular-nums">{t('tips.top.credits', { count: credits })}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
