import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { createLobby } from '#lib/chat/vip/lobby.ts';
import { useT } from '../../ui/Messages.tsx';

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
