import { useStore } from '@nanostores/react';
import type { MenuItem } from '#contract/chat/tip-menu.ts';
import { $items } from '#lib/chat/tips/tip-menu.ts';
import { formatNumber } from '#lib/site/numbers.ts';
import { useT } from '../../ui/Messages.tsx';

interface TipMenuProps {
  /** Name of the chosen item. */
  chosen: string | undefined;
  locale: string;
  onChoose: (item: MenuItem) => void;
}

/** The performer's own menu: each item is a tip at her price. */
export function TipMenu({ chosen, locale, onChoose }: TipMenuProps) {
  const t = useT();
  const items = useStore($items);
  if (items.length === 0) return null;
  return (
    <fieldset>
      <legend className="mb-2 font-semibold text-sm">{t('tips.menu.title')}</legend>
      <div className="flex flex-wrap gap-2">
        {items.map((item) => (
          <button
            key={item.name}
            type="button"
            aria-pressed={chosen === item.name}
            onClick={() => onChoose(item)}
            className="stream-preset min-h-9 grid-flow-col items-center gap-1.5 px-2.5 py-1"
          >
            <bdi className="wrap-anywhere text-sm">{item.name}</bdi>{' '}
            <b className="text-sm tabular-nums">{formatNumber(item.price, locale)}</b>
          </button>
        ))}
      </div>
    </fieldset>
  );
}
