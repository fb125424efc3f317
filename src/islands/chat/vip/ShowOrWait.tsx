import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { prices } from '#contract/wallet/prices.ts';
import { $vipRest, secondsOf } from '#lib/chat/rests.ts';
import { $ownShow } from '#lib/chat/store.ts';
import { followOwnShow, goOnWithShow } from '#lib/chat/vip/own-show.ts';
import { shortClockOf } from '#lib/site/numbers.ts';
import { Button } from '../../ui/Button.tsx';
import { useT } from '../../ui/Messages.tsx';
import { useSecondsTo } from './use-seconds-to.ts';
import { WaitHere } from './WaitHere.tsx';

interface ShowOrWaitProps {
  name: string;
  /** Called before the clicked button is removed. */
  onGoOn: (button: HTMLElement) => void;
}

/** On the card of a viewer kept out by a show: continues the own show, or waits for the end of another's. */
export function ShowOrWait({ name, onGoOn }: ShowOrWaitProps) {
  const own = useStore($ownShow);
  useEffect(() => followOwnShow(name), [name]);
  return own ? <OwnShow name={name} onGoOn={onGoOn} until={own.until} /> : <WaitHere name={name} />;
}

function OwnShow({ name, onGoOn, until }: ShowOrWaitProps & { until: number | null }) {
  const t = useT();
  const seconds = useSecondsTo(until ?? 0);
  const rest = useStore($vipRest);
  const values = { credits: prices.vipMinute, time: rest ? shortClockOf(secondsOf(rest)) : '' };
  return (
    <div className="mt-5">
      <p className="mx-auto max-w-sm text-pretty text-white/90 tabular-nums">
        <span>{until === null ? t('vip.own.elsewhere') : t('vip.own.left', { count: seconds })}</span>{' '}
        {rest && <span>{t('vip.own.thenPaid', values)}</span>}
      </p>
      <Button
        className="mt-3"
        onClick={({ currentTarget }) => {
          onGoOn(currentTarget);
          void goOnWithShow(name);
        }}
      >
        {t(rest ? 'vip.own.goOnPaid' : 'vip.own.goOn', values)}
      </Button>
    </div>
  );
}
