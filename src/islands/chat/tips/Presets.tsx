import { Flower2, Gem, Guitar, Heart, HeartHandshake, Sparkle } from 'lucide-react';
import { tipPresets } from '#contract/chat/tips.ts';
import { formatNumber } from '#lib/site/numbers.ts';
import { useT } from '../../ui/Messages.tsx';

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
