import { useStore } from '@nanostores/react';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { brand } from '#content/brand/index.ts';
import { TIP_MAX, TIP_MIN, tipAmountSchema } from '#contract/chat/tipping/tips.ts';
import { CHAT_MESSAGE_MAX } from '#contract/fields.ts';
import { parseWholeNumber } from '#contract/wallet/whole-number.ts';
import { $chat, $isToyOn } from '#lib/chat/store.ts';
import { $tab } from '#lib/chat/tabs.ts';
import { openTipMenu } from '#lib/chat/tips/tip-menu.ts';
import { $draft, $tip, editTip, giveTip, sendTipAgain, type TipState } from '#lib/chat/tips/tips.ts';
import { openModal } from '#lib/shell/start/dialogs.ts';
import { showToast } from '#lib/shell/start/feedback.ts';
import type { Translator } from '#lib/shell/translate.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useT } from '../../ui/controls/Messages.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Notice } from '../../ui/form/Notice.tsx';
import { BalanceLine, giveLook } from '../../wallet/spending/Balance.tsx';
import { ToyLevels } from '../toys/Toys.tsx';
import { ConfirmTip } from './ConfirmTip.tsx';
import { NamedTips, Presets, TipMenu, TopTippers } from './TipMenu.tsx';

interface TipTabProps {
  name: string;
  locale: string;
}

/** The tip tab, following the menu of the watched chat: each session and type has its own. */
export function TipPanel({ name, locale }: TipTabProps) {
  const chat = useStore($chat);
  const menu = chat.status === 'watching' ? `${chat.session} ${chat.type}` : null;
  useEffect(() => (menu === null ? undefined : openTipMenu()), [menu]);
  return <TipTab name={name} locale={locale} />;
}

export function TipTab({ name, locale }: TipTabProps) {
  const t = useT();
  const chat = useStore($chat);
  const tip = useStore($tip);
  const draft = useStore($draft);
  const isToyOn = useStore($isToyOn);
  const give = useRef<HTMLButtonElement>(null);
  const opener = useRef<Element | null>(null);
  if (chat.status !== 'watching') {
    return <p className="p-6 text-center text-ink-soft">{t('chat.tip.notWatching', { name })}</p>;
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    opener.current = document.activeElement;
    if (chat.as !== 'member') openModal({ type: 'Register' });
    else void giveTip(locale);
  };
  const focusAgain = () => {
    const before = opener.current;
    (before instanceof HTMLElement && before.isConnected ? before : give.current)?.focus();
  };
  const Amounts = isToyOn ? ToyLevels : Presets;
  const typed = parseWholeNumber(draft.amount, locale);
  const amount = tipAmountSchema.safeParse(typed).data;
  return (
    <form onSubmit={submit} noValidate className="flex min-h-full flex-col">
      <div inert={tip.status === 'asking'} className="flex flex-1 flex-col gap-4 p-4 inert:opacity-60">
        <TipMenu
          chosen={draft.item}
          locale={locale}
          onChoose={(item) => editTip({ amount: String(item.price), item: item.name })}
        />
        <Amounts
          name={name}
          amount={draft.tipType === 'tip' && draft.item === undefined ? typed : null}
          locale={locale}
          onChoose={(preset) => editTip({ amount: String(preset) })}
        />
        <NamedTips
          offers={brand.tipTypes}
          chosen={draft.tipType}
          locale={locale}
          onChoose={(offer) => editTip({ amount: String(offer.amount), tipType: offer.name })}
        />
        <AmountField />
        <MessageFields />
        <TipOutcome />
        <TopTippers />
      </div>
      {tip.status === 'asking' ? (
        <ConfirmTip tip={tip} name={name} onClosed={focusAgain} />
      ) : (
        <div className={giveLook}>
          <Button ref={give} type="submit" busy={tip.status === 'sending'} className="w-full">
            {amount === undefined ? t('chat.tip.giveAny') : t('chat.tip.give', { amount })}
          </Button>
          <BalanceLine />
        </div>
      )}
    </form>
  );
}

/** Keeps the input as typed; its error is shown here. */
function AmountField() {
  const t = useT();
  const tip = useStore($tip);
  const { amount } = useStore($draft);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (tip.status !== 'refused') return;
    place.current?.querySelector('input')?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: 'nearest' });
  }, [tip]);
  const limits = { min: TIP_MIN, max: TIP_MAX };
  const error = (): ReactNode => {
    if (tip.status !== 'refused') return undefined;
    return t(tip.amount === null ? 'chat.tip.notWhole' : 'chat.tip.limits', limits);
  };
  return (
    // Scroll margin keeps it clear of the tip button, which covers the end of the panel.
    <div ref={place} className="scroll-mb-28">
      <Field
        label={t('chat.tip.custom')}
        inputMode="numeric"
        autoComplete="off"
        value={amount}
        onChange={(event) => editTip({ amount: event.target.value })}
        error={error()}
      />
    </div>
  );
}

function MessageFields() {
  const t = useT();
  const { message, isPublic } = useStore($draft);
  return (
    <>
      <Field
        label={t('chat.tip.message')}
        value={message}
        maxLength={CHAT_MESSAGE_MAX}
        onChange={(event) => editTip({ message: event.target.value })}
      />
      {message.trim() !== '' && (
        <label className="flex min-h-6 items-center gap-2.5 text-sm">
          <input
            type="checkbox"
            checked={isPublic}
            onChange={(event) => editTip({ isPublic: event.target.checked })}
            className="size-5 accent-accent"
          />
          <span>{t('chat.tip.public')}</span>
        </label>
      )}
    </>
  );
}

/** Scrolls a failure into view, as the form may be longer than the panel. */
function TipOutcome() {
  const t = useT();
  const tip = useStore($tip);
  const seen = useRef(tip);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (tip === seen.current) return;
    seen.current = tip;
    if (tip.status === 'sent') tellOutcome(tip, t);
    if (tip.status === 'failed' || tip.status === 'no-toy' || tip.status === 'no-item')
      place.current?.scrollIntoView({ block: 'nearest' });
  }, [tip, t]);
  useEffect(
    () => () => {
      if ($tip.get().status === 'sending') tellLater(t);
    },
    [t],
  );
  return (
    <div ref={place} className="scroll-mb-28">
      {tip.status === 'no-toy' && <Notice>{refusedToy(tip, t)}</Notice>}
      {tip.status === 'no-item' && <Notice>{refusedItem(t)}</Notice>}
      {tip.status === 'failed' && (
        <Notice>
          <span>{t('chat.tip.failed')}</span>{' '}
          <button type="button" className="font-semibold underline" onClick={() => void sendTipAgain()}>
            {t('chat.retry')}
          </button>
        </Notice>
      )}
    </div>
  );
}

const refusedItem = (t: Translator): string => `${t('tips.menu.changed')} ${t('toys.nothingPaid')}`;

const refusedToy = ({ why }: Extract<TipState, { status: 'no-toy' }>, t: Translator): string =>
  `${t(`toys.refused.${why}`)} ${t('toys.nothingPaid')}`;

/** Shows a toast with the outcome if the tab was closed while the tip was being sent. */
function tellLater(t: Translator): void {
  const stop = $tip.listen((tip) => {
    stop();
    if ($tab.get() !== 'tips') tellOutcome(tip, t);
  });
}

function tellOutcome(tip: TipState, t: Translator): void {
  if (tip.status === 'sent') showToast('success', t('chat.tip.sent', { amount: tip.amount }));
  if (tip.status === 'no-toy') showToast('error', refusedToy(tip, t));
  if (tip.status === 'no-item') showToast('error', refusedItem(t));
  if (tip.status === 'failed') showToast('error', t('chat.tip.failed'));
}
