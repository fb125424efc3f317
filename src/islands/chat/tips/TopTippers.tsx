import { useStore } from '@nanostores/react';
import { $topTippers } from '#lib/chat/tips/tip-menu.ts';
import { useT } from '../../ui/Messages.tsx';

/** Who tipped most since the performer went live; below the buttons, so that they stay in place when it changes. */
export function TopTippers() {
  const t = useT();
  const { tippers } = useStore($topTippers);
  if (tippers.length === 0) return null;
  return (
    <section aria-label={t('tips.top.title')}>
      <h3 className="mb-2 font-semibold text-sm">{t('tips.top.title')}</h3>
      <ol className="grid gap-1 text-sm">
        {tippers.map(({ name, credits }) => (
          <li key={name} className="flex gap-2">
            <bdi translate="no" className="wrap-anywhere min-w-0 flex-1">
              {name}
            </bdi>{' '}
            <span className="tabular-nums">{t('tips.top.credits', { count: credits })}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
