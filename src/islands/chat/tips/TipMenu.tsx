import { useStore } from '@nanostores/react';
import { Flower2, Gem, Guitar, Heart, HeartHandshake, Sparkle } from 'lucide-react';
import { lineIn } from '#contract/chat/tipping/line-texts.ts';
import type { MenuItem } from '#contract/chat/tipping/tip-menu.ts';
import { type NamedTip, type TipType, tipPresets } from '#contract/chat/tipping/tips.ts';
import { $items, $topTippers } from '#lib/chat/tips/tip-menu.ts';
import { formatNumber } from '#lib/site/numbers.ts';
import { useT } from '../../ui/controls/Messages.tsx';
import { TipMark } from './TipMark.tsx';

const icons = {
  rose: Flower2,
  kiss: Sparkle,
  loving: HeartHandshake,
  love: Heart,
  rockIt: Guitar,
  diamond: Gem,
};

interface PresetsProps {
  name: string;
  /** Null while the field has no amount. */
  amount: number | null;
  locale: string;
  onChoose: (amount: number) => void;
}

export function Presets({ name, amount, locale, onChoose }: PresetsProps) {
  const t = useT();
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{t('chat.tip.title', { name })}</legend>
      <div className="grid grid-cols-3 gap-2">
        {tipPresets.map((preset) => {
          const Icon = icons[preset.name];
          return (
            <button
              key={preset.name}
              type="button"
              aria-pressed={amount === preset.amount}
              onClick={() => onChoose(preset.amount)}
              className="stream-preset"
            >
              <Icon aria-hidden className="size-6 text-accent-ink" strokeWidth={1.75} />
              <span className="text-sm">{t(`chat.tip.preset.${preset.name}`)}</span>
              <b className="tabular-nums">{formatNumber(preset.amount, locale)}</b>
            </button>
          );
        })}
      </div>
    </fieldset>
  );
}

interface NamedTipOffer {
  readonly name: NamedTip;
  /** Amount in credits. */
  readonly amount: number;
}

interface NamedTipsProps {
  offers: readonly NamedTipOffer[];
  chosen: TipType;
  locale: string;
  onChoose: (offer: NamedTipOffer) => void;
}

/** The named tips, at the brand's prices. */
export function NamedTips({ offers, chosen, locale, onChoose }: NamedTipsProps) {
  const t = useT();
  if (offers.length === 0) return null;
  return (
    <fieldset>
      <legend className="mb-2 font-semibold text-sm">{t('tips.named.title')}</legend>
      <div className="flex flex-wrap gap-2">
        {offers.map((offer) => (
          <button
            key={offer.name}
            type="button"
            aria-pressed={chosen === offer.name}
            onClick={() => onChoose(offer)}
            className="stream-preset min-h-9 grid-flow-col items-center gap-1.5 px-2.5 py-1"
          >
            <TipMark type={offer.name} className="size-4.5 text-accent-ink" />
            <span className="inline-block text-sm first-letter:uppercase">
              {t(`tips.named.${offer.name}`)}
            </span>{' '}
            <b className="text-sm tabular-nums">{formatNumber(offer.amount, locale)}</b>
          </button>
        ))}
      </div>
    </fieldset>
  );
}

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
            <bdi className="wrap-anywhere text-sm">{lineIn(locale, item.name, item.texts)}</bdi>{' '}
            <b className="text-sm tabular-nums">{formatNumber(item.price, locale)}</b>
          </button>
        ))}
      </div>
    </fieldset>
  );
}

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
