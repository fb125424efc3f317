import { createPortal } from 'react-dom';
import { $chat } from '#lib/chat/store.ts';
import { $pinnedPlace } from '#lib/shell/pinned.ts';
import { useLive } from '../../ui/hydration.ts';
import { PinnedRow } from '../PinnedRow.tsx';
import { StopButton, Sum } from './Meter.tsx';

/** Price and Stop of a paid chat inside the dialog or drawer covering the picture, reachable by keyboard. */
export function PinnedMeter() {
  const chat = useLive($chat);
  const place = useLive($pinnedPlace);
  if (!place || chat.status !== 'watching' || chat.type === 'free') return null;
  return createPortal(
    <PinnedRow>
      <p className="min-h-9 min-w-0 content-center tabular-nums">
        <Sum isStacked />
      </p>
      <StopButton />
    </PinnedRow>,
    place,
  );
}
