import { lazy, Suspense, useState } from 'react';
import { useT } from '../ui/Messages.tsx';

const Details = lazy(() => import('./EncoderDetails.tsx').then((m) => ({ default: m.EncoderDetails })));

/** How to broadcast with an encoder; loaded when the card is opened. */
export function EncoderCard() {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="rounded-xl border border-line bg-surface p-5"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="cursor-pointer font-bold text-lg">{t('studio.live.encoder.title')}</summary>
      {isOpen && (
        <Suspense fallback={null}>
          <Details />
        </Suspense>
      )}
    </details>
  );
}
