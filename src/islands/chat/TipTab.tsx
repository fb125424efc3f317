import { useStore } from '@nanostores/react';
import { Flower2, Gem, Guitar, Heart, HeartHandshake, Sparkle } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { CHAT_MESSAGE_MAX } from '#contract/chat/messages.ts';
import { TIP_MAX, TIP_MIN, tipPresets } from '#contract/chat/tips.ts';
import { $chat } from '#lib/chat/store.ts';
import { $tip, sendTip, sendTipAgain } from '#lib/chat/tips.ts';
import { openModal } from '#lib/shell/modal.ts';
import { showToast } from '#lib/shell/toast.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { useT } from '../ui/Messages.tsx';
import { Notice } from '../ui/Notice.tsx';

const icons = {
  rose: Flower2,
  kiss: Sparkle,
  loving: HeartHandshake,
  love: Heart,
  rockIt: Guitar,
  diamond: Gem,
};

/** Chooses an amount and gives it. */
export function TipTab({ name, locale }: { name: string; locale: string }) {
  const t = useT();
  const chat = useStore($chat);
  const tip = useStore($tip);
  const [amount, setAmount] = useState<string>(String(TIP_MIN));
  const [message, setMessage] = useState('');
  const [isPublic, setPublic] = useState(false);
  const isWrong = tip.status === 'refused';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chat.status === 'watching' && chat.as === 'guest') openModal({ type: 'Register' });
    else void sendTip({ amount: Number(amount), message, isPublic });
  };
  if (chat.status !== 'watching')
    return <p className="p-6 text-center">{t('chat.tip.notWatching', { name })}</p>;
  const shown = Number(amount).toLocaleString(locale);
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4 p-4">
      <fieldset>
        <legend className="mb-2 font-semibold">{t('chat.tip.title', { name })}</legend>
        <div className="grid grid-cols-3 gap-2">
          {tipPresets.map((preset) => (
            <Preset
              key={preset.name}
              {...preset}
              chosen={Number(amount) === preset.amount}
              locale={locale}
              onChoose={setAmount}
            />
          ))}
        </div>
      </fieldset>
      <Field
        label={t('chat.tip.custom')}
        inputMode="numeric"
        value={amount}
        onChange={(event) => setAmount(event.target.value.trim())}
        error={
          isWrong ? t('chat.tip.limits', { min: TIP_MIN, max: TIP_MAX.toLocaleString(locale) }) : undefined
        }
      />
      <Field
        label={t('chat.tip.message')}
        value={message}
        maxLength={CHAT_MESSAGE_MAX}
        onChange={(event) => setMessage(event.target.value)}
      />
      {message.trim() !== '' && (
        <label className="flex min-h-6 items-center gap-2.5 text-sm">
          <input
            type="checkbox"
            checked={isPublic}
            onChange={(event) => setPublic(event.target.checked)}
            className="size-5 accent-accent"
          />
          {t('chat.tip.public')}
        </label>
      )}
      <Button type="submit" busy={tip.status === 'sending'}>
        {t('chat.tip.give', { amount: shown })}
      </Button>
      <TipOutcome />
    </form>
  );
}

interface PresetProps {
  name: keyof typeof icons;
  amount: number;
  chosen: boolean;
  locale: string;
  onChoose: (amount: string) => void;
}

function Preset({ name, amount, chosen, locale, onChoose }: PresetProps) {
  const t = useT();
  const Icon = icons[name];
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={() => onChoose(String(amount))}
      className="stream-preset"
    >
      <Icon aria-hidden className="size-6" />
      <span className="text-sm">{t(`chat.tip.preset.${name}`)}</span>
      <b className="tabular-nums">{amount.toLocaleString(locale)}</b>
    </button>
  );
}

/** How it went; what needs an answer comes into sight also where the form is longer than the panel. */
function TipOutcome() {
  const t = useT();
  const tip = useStore($tip);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (tip.status === 'sent') showToast('success', t('chat.tip.sent', { amount: tip.amount }));
    if (tip.status === 'failed') place.current?.scrollIntoView({ block: 'nearest' });
  }, [tip, t]);
  return (
    <div ref={place}>
      {tip.status === 'failed' && (
        <Notice kind="error">
          {t('chat.tip.failed')}{' '}
          <button type="button" className="font-semibold underline" onClick={() => void sendTipAgain()}>
            {t('chat.retry')}
          </button>
        </Notice>
      )}
    </div>
  );
}
