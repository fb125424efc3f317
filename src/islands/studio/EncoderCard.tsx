import { useStore } from '@nanostores/react';
import { lazy, Suspense, useState } from 'react';
import { rotateWhipKey, showWhipKey } from '#contract/studio/whip-key-calls.ts';
import { call } from '#lib/api/call.ts';
import { useT } from '../ui/controls/Messages.tsx';
import { refusalKey } from './EncoderDetails.tsx';
import { Receiving } from './Sending.tsx';
import { useStudio } from './studio-page.ts';

const Details = lazy(() => import('./EncoderDetails.tsx').then((m) => ({ default: m.EncoderDetails })));

const acts = {
  showWhipKey: () => call(showWhipKey, {}),
  rotateWhipKey: () => call(rotateWhipKey, {}),
};

/** How to broadcast with an encoder; address and key are loaded when the card is opened. */
export function EncoderCard() {
  const t = useT();
  const { broadcast } = useStudio();
  const { state } = useStore(broadcast.$broadcast);
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="rounded-xl border border-line bg-surface p-5"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="cursor-pointer font-bold text-lg">{t('studio.live.encoder.title')}</summary>
      <div className="mt-3 grid gap-3">
        <p className="text-ink-soft text-sm">{t('studio.live.encoder.text')}</p>
        <Receiving />
        {state === 'sending' && <p className="text-ink-soft text-sm">{t('studio.live.encoder.here')}</p>}
        {isOpen && (
          <Suspense fallback={null}>
            <Details {...acts} keyOf={refusalKey} />
          </Suspense>
        )}
      </div>
    </details>
  );
}
