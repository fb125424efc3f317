import { type ComponentType, useState } from 'react';
import type { TopTippers } from '#contract/chat/room/tip-menu-calls.ts';
import type { GoalView } from '#contract/chat/tipping/goals.ts';
import { loadEarly } from '#lib/shell/start/failures.ts';
import type { StudioRoom } from '#lib/studio/live/room.ts';
import { useT } from '../../ui/controls/Messages.tsx';
import { useStudio } from '../studio-page.ts';

/** What the performer sets for her room. Loaded when it is opened; a failure never reloads the page of a broadcast. */
export function RoomRules() {
  const t = useT();
  const { room } = useStudio();
  const [Panel, setPanel] = useState<ComponentType<{ room: StudioRoom }> | null>(null);
  const load = () =>
    loadEarly(async () => {
      const { RulesPanel } = await import('./RulesPanel.tsx');
      setPanel(() => RulesPanel);
    });
  return (
    <details className="border-line border-t px-4 py-3" onToggle={load}>
      <summary className="min-h-6 cursor-pointer font-semibold">{t('studio.live.rules.title')}</summary>
      {Panel && <Panel room={room} />}
    </details>
  );
}

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
