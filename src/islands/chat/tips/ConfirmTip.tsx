import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef } from 'react';
import { confirmTip, declineTip, type TipState } from '#lib/chat/tips/tips.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useT } from '../../ui/controls/Messages.tsx';
import { giveLook } from '../../wallet/spending/Balance.tsx';

interface ConfirmTipProps {
  tip: Extract<TipState, { status: 'asking' }>;
  name: string;
  /** Returns the focus to where it was. */
  onClosed: () => void;
}

/** Replaces the tip button. Escape and leaving count as no. */
export function ConfirmTip({ tip, name, onClosed }: ConfirmTipProps) {
  const t = useT();
  const id = useId();
  const no = useRef<HTMLButtonElement>(null);
  const closed = useRef(onClosed);
  useEffect(() => {
    const whenClosed = closed.current;
    no.current?.focus();
    return () => {
      declineTip();
      whenClosed();
    };
  }, []);
  const { amount } = tip.wish;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    declineTip();
  };
  // Ignores the second click of a double click, which was meant for the replaced button.
  const onYes = ({ detail }: MouseEvent) => {
    if (detail < 2) void confirmTip();
  };
  return (
    <div
      role="alertdialog"
      aria-labelledby={`${id}-sure`}
      aria-describedby={tip.left === null ? undefined : `${id}-left`}
      onKeyDown={onKeyDown}
      className={giveLook}
    >
      <p id={`${id}-sure`} className="text-balance font-semibold">
        {t('chat.tip.sure', { amount, name })}
      </p>
      {tip.left !== null && (
        <p id={`${id}-left`} className="mt-0.5 text-ink-soft text-sm tabular-nums">
          {t('chat.tip.left', { count: tip.left })}
        </p>
      )}
      <div className="mt-3 grid grid-cols-[auto_1fr] gap-2">
        <Button ref={no} look="quiet" onClick={declineTip}>
          {t('chat.tip.no')}
        </Button>
        <Button onClick={onYes}>{t('chat.tip.yes', { amount })}</Button>
      </div>
    </div>
  );
}
