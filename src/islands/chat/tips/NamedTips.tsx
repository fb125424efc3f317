import type { NamedTip, TipType } from '#contract/chat/tips.ts';
import { formatNumber } from '#lib/site/numbers.ts';
import { useT } from '../../ui/Messages.tsx';
import { TipMark } from './TipMark.tsx';

export interface NamedTipOffer {
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
