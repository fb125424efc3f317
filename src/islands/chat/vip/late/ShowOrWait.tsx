import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { $vipRest, secondsOf } from '#lib/chat/rests.ts';
import { $ownShow } from '#lib/chat/store.ts';
import { createLobby, followOwnShow, goOnWithShow } from '#lib/chat/vip/lobby.ts';
import { shortClockOf } from '#lib/site/numbers.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { useT } from '../../../ui/controls/Messages.tsx';
import { usePrices } from '../../use-prices.ts';
import { useSecondsTo } from '../use-seconds-to.ts';

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
  const { vip } = usePrices();
  const values = { credits: vip, time: rest ? shortClockOf(secondsOf(rest)) : '' };
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

/** On the card of a viewer kept out by a show: waits for its end, without picture and charge. */
export function WaitHere({ name }: { name: string }) {
  const t = useT();
  const [{ $lobby, waitFor, stopWaiting }] = useState(createLobby);
  const lobby = useStore($lobby);
  const isIn = lobby.status === 'in';
  // The card was removed: the performer is back, or something else is watched.
  useEffect(() => stopWaiting, [stopWaiting]);
  const others = isIn && lobby.waiting !== null ? lobby.waiting - 1 : null;
  return (
    <div className="mt-5">
      <p role="status" className="mx-auto max-w-sm text-pretty text-white/90 tabular-nums">
        {isIn && <span>{t('vip.lobby.in', { name })}</span>}{' '}
        {others !== null && (
          <span>{others === 0 ? t('vip.lobby.alone') : t('vip.lobby.others', { count: others })}</span>
        )}
      </p>
      <button
        type="button"
        className={`btn mt-3 ${isIn ? 'stream-quiet' : 'btn-primary'}`}
        onClick={() => (isIn ? stopWaiting() : waitFor(name))}
      >
        {isIn ? t('vip.lobby.leave') : t('vip.lobby.wait', { name })}
      </button>
    </div>
  );
}
