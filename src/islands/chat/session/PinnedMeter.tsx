import { createPortal } from 'react-dom';
import { $chat } from '#lib/chat/session/store.ts';
import { $pinnedPlace } from '#lib/shell/pinned.ts';
import { StopButton, Sum } from './Meter.tsx';
import { useLive } from './use-live.ts';

/** Price and Stop of a paid chat inside the dialog or drawer that covers the picture, where the keyboard gets too. */
export function PinnedMeter() {
  const chat = useLive($chat);
  const place = useLive($pinnedPlace);
  if (!place || chat.status !== 'watching' || chat.type === 'free') return null;
  return createPortal(
    <div className="pinned-meter">
      <p className="min-w-0 tabular-nums">
        <Sum isStacked />
      </p>
      <StopButton />
    </div>,
    place,
  );
}
