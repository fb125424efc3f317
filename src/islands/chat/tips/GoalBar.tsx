import type { GoalView } from '#contract/chat/tipping/goals.ts';
import { lineIn } from '#contract/chat/tipping/line-texts.ts';
import { documentLocale } from '#lib/shell/translate.ts';
import { useT } from '../../ui/controls/Messages.tsx';

/** The running goal of a room, with what tips have collected for it. */
export function GoalBar({ goal }: { goal: GoalView }) {
  const t = useT();
  const { amount, collected, place, of } = goal;
  const text = lineIn(documentLocale(), goal.text, goal.texts);
  const state = t('tips.goal.collected', { collected, amount });
  return (
    <section aria-label={t('tips.goal.title')} className="grid gap-1 px-4 py-2 text-sm" data-testid="goal">
      <p className="flex gap-3">
        <span className="min-w-0 truncate" title={text}>
          <span>{of > 1 ? t('tips.goal.ofSeveral', { place, of }) : t('tips.goal.title')}</span>
          <span>{': '}</span>
          <bdi className="font-semibold">{text}</bdi>
        </span>
        <span className="ml-auto shrink-0 tabular-nums">{state}</span>
      </p>
      <progress
        aria-label={t('tips.goal.title')}
        aria-valuetext={state}
        max={amount}
        value={Math.min(collected, amount)}
        className="h-2 w-full overflow-hidden rounded-full accent-accent"
      />
    </section>
  );
}
