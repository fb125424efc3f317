import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { MenuItem } from '#contract/chat/tip-menu.ts';
import { $items, openTipMenu } from '#lib/chat/tips/tip-menu.ts';
import { formatNumber } from '#lib/site/numbers.ts';
import { useT } from '../../ui/Messages.tsx';

interface TipMenuProps {
  /** Id of the watched chat session, whose type decides about the menu. */
  session: string;
  isVip: boolean;
  /** Name of the chosen item. */
  chosen: string | undefined;
  locale: string;
  onChoose: (item: MenuItem) => void;
}

/** The performer's own menu: each item is a tip at her price. */
export function TipMenu({ session, isVip, chosen, locale, onChoose }: TipMenuProps) {
  const t = useT();
  const items = useStore($items);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each session and type has its own menu
  useEffect(openTipMenu, [session, isVip]);
  if (items.length === 0) return null;
  return (
    <fieldset>
      <legend className="mb-2 font-semibold text-sm">{t('tips.menu.title')}</legend>
      <div className="-m-1 grid max-h-64 gap-1.5 overflow-y-auto p-1">
        {items.map((item) => (
          <button
            key={item.name}
            type="button"
            aria-pressed={chosen === item.name}
            onClick={() => onChoose(item)}
            className="stream-preset min-h-10 grid-flow-col grid-cols-[1fr_auto] items-center gap-3 px-3 py-1.5 text-left text-sm"
          >
            <bdi className="wrap-anywhere min-w-0">{item.name}</bdi>{' '}
            <b className="tabular-nums">{formatNumber(item.price, locale)}</b>
          </button>
        ))}
      </div>
    </fieldset>
  );
}
