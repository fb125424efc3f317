import { useStore } from '@nanostores/react';
import { Flower2, Gem, Guitar, Heart, HeartHandshake, Sparkle } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { CHAT_MESSAGE_MAX } from '#contract/chat/messages.ts';
import { TIP_MAX, TIP_MIN, tipPresets } from '#contract/chat/tips.ts';
import { $chat } from '#lib/chat/session/store.ts';
import { $tip, sendTip, sendTipAgain } from '#lib/chat/tips/tips.ts';
import { openModal } from '#lib/shell/modal.ts';
import { showToast } from '#lib/shell/toast.ts';
import { $wallet } from '#lib/wallet/spending/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { useT } from '../../ui/Messages.tsx';
import { Notice } from '../../ui/Notice.tsx';

const icons = {
  rose: Flower2,
  kiss: Sparkle,
  loving: HeartHandshake,
  love: Heart,
  rockIt: Guitar,
  diamond: Gem,
};

export function TipTab({ name, locale }: { name: string; locale: string }) {
  const t = useT();
  const chat = useStore($chat);
  const tip = useStore($tip);
  const [amount, setAmount] = useState<number>(TIP_MIN);
  const [message, setMessage] = useState('');
  const [isPublic, setPublic] = useState(false);
  if (chat.status !== 'watching') {
    return <p className="p-6 text-center text-ink-soft">{t('chat.tip.notWatching', { name })}</p>;
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (chat.as === 'guest') return openModal({ type: 'Register' });
    await sendTip({ amount, message, isPublic });
    if ($tip.get().status === 'sent') setMessage('');
  };
  const isRefused = tip.status === 'refused' && tip.amount === amount;
  const limits = { min: TIP_MIN, max: TIP_MAX.toLocaleString(locale) };
  return (
    <form onSubmit={submit} noValidate className="flex min-h-full flex-col">
      <div className="flex flex-1 flex-col gap-4 p-4">
        <Presets name={name} amount={amount} locale={locale} onChoose={setAmount} />
        <Field
          label={t('chat.tip.custom')}
          inputMode="numeric"
          autoComplete="off"
          value={amount === 0 ? '' : String(amount)}
          onChange={(event) => setAmount(digitsOf(event.target.value))}
          error={isRefused ? t('chat.tip.limits', limits) : undefined}
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
        <TipOutcome />
      </div>
      <div className="stream-give">
        <Button type="submit" busy={tip.status === 'sending'} className="w-full">
          {t('chat.tip.give', { amount: amount.toLocaleString(locale) })}
        </Button>
        <Balance locale={locale} />
      </div>
    </form>
  );
}

/** Credits; TIP_MAX has fewer digits. */
const digitsOf = (text: string): number => Number(text.replace(/\D/g, '').slice(0, 7));

function Balance({ locale }: { locale: string }) {
  const t = useT();
  const { credits } = useStore($wallet);
  if (credits === null) return null;
  return (
    <p className="mt-1.5 text-center text-ink-soft text-sm tabular-nums">
      {t('chat.balance', { credits: credits.toLocaleString(locale) })}
    </p>
  );
}

interface PresetsProps {
  name: string;
  amount: number;
  locale: string;
  onChoose: (amount: number) => void;
}

function Presets({ name, amount, locale, onChoose }: PresetsProps) {
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
              <b className="tabular-nums">{preset.amount.toLocaleString(locale)}</b>
            </button>
          );
        })}
      </div>
    </fieldset>
  );
}

/** A failure is scrolled into view, as the form may be longer than the panel. */
function TipOutcome() {
  const t = useT();
  const tip = useStore($tip);
  const seen = useRef(tip);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (tip === seen.current) return;
    seen.current = tip;
    if (tip.status === 'sent') showToast('success', t('chat.tip.sent', { amount: tip.amount }));
    if (tip.status === 'failed') place.current?.scrollIntoView({ block: 'nearest' });
  }, [tip, t]);
  return (
    <div ref={place}>
      {tip.status === 'failed' && (
        <Notice>
          {t('chat.tip.failed')}{' '}
          <button type="button" className="font-semibold underline" onClick={() => void sendTipAgain()}>
            {t('chat.retry')}
          </button>
        </Notice>
      )}
    </div>
  );
}
