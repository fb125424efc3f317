import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { vipMinimum } from '#contract/chat/prices.ts';
import { KEPT_MINUTES } from '#contract/chat/units.ts';
import { $leftSeconds } from '#lib/chat/meter.ts';
import { $prices } from '#lib/chat/prices.ts';
import { pageChat } from '#lib/chat/session/session.ts';
import { $chat } from '#lib/chat/store.ts';
import { pageVip } from '#lib/chat/vip/vip.ts';
import { shortClockOf } from '#lib/site/numbers.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useT } from '../../ui/controls/Messages.tsx';
import { DialogText, DialogTitle } from '../../ui/Dialog.tsx';
import type { ModalContentProps } from '../../ui/use-overlay.ts';

/** Asks for confirmation before the member ends the show. */
export function EndVip({ close }: ModalContentProps<'EndVip'>) {
  const t = useT();
  const chat = useStore($chat);
  const left = useStore($leftSeconds);
  const prices = useStore($prices);
  const [isEnding, setEnding] = useState(false);
  const isOver = chat.status !== 'watching' || chat.type !== 'vip';
  // The show ended by itself meanwhile.
  useEffect(() => {
    if (isOver) close();
  }, [isOver, close]);
  const end = () => {
    setEnding(true);
    void pageVip.stopVip().then((isTold) => {
      // Leaves the show even without a connection: without keep-alives the server charges no further and ends it.
      if (!isTold) void pageChat.endChat('left');
      close();
    });
  };
  return (
    <>
      <DialogTitle>{t('vip.end.title')}</DialogTitle>
      <DialogText>
        {left > 0
          ? t('vip.end.text', {
              name: chat.status === 'watching' ? chat.performer : '',
              time: shortClockOf(left),
              minutes: KEPT_MINUTES,
              minimum: vipMinimum(prices),
            })
          : t('vip.end.textNone')}
      </DialogText>
      <div className="mt-6 grid gap-2">
        <Button look="quiet" onClick={close} className="min-h-12">
          {t('vip.end.no')}
        </Button>
        <Button busy={isEnding} onClick={end} className="min-h-12 text-base">
          {t('vip.end.yes')}
        </Button>
      </div>
    </>
  );
}
