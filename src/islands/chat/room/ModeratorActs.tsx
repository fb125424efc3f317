import { useStore } from '@nanostores/react';
import { Trash2 } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import type { ErrorLabel } from '#contract/errors.ts';
import { moderateMessage, refusalKey } from '#lib/chat/room/moderation.ts';
import { $voice } from '#lib/chat/room/voice.ts';
import type { RoomLine } from '#lib/chat/room-lines.ts';
import { useT } from '../../ui/controls/Messages.tsx';

/** What a moderator can do about a message: in the corner of its line, so that nothing moves when it appears. */
export function ModeratorActs({ message }: { message: RoomLine }) {
  const { moderators } = useStore($voice);
  const isOfViewer = message.messageType === 'member' && !moderators.includes(message.sender);
  return isOfViewer && <Acts message={message} />;
}

/** The mark keeps its place when the message is shown. */
function Acts({ message: { id, sender, waits } }: { message: RoomLine }) {
  const t = useT();
  const [hasWaited] = useState(waits);
  const [refusal, setRefusal] = useState<ErrorLabel | null>(null);
  const remove = ({ currentTarget }: MouseEvent) => {
    // The button leaves with its line.
    currentTarget.closest('section')?.focus({ preventScroll: true });
    void moderateMessage(id).then(setRefusal);
  };
  return (
    <>
      {hasWaited && (
        <small
          className={`ml-1.5 bg-accent-soft px-1 font-bold text-ink [text-shadow:none] ${waits ? '' : 'invisible'}`}
        >
          {t('chat.delay.waits')}
        </small>
      )}
      <button
        type="button"
        aria-live="off"
        aria-label={`${t('chat.delay.remove')}: ${sender}`}
        onClick={remove}
        className="tip tip-up absolute top-0 right-0 grid size-6 place-items-center rounded-md hover:bg-sunken hover:text-ink"
      >
        <Trash2 aria-hidden className="size-4" />
      </button>
      {refusal && (
        <span role="alert" className="block font-semibold text-danger text-sm max-lg:text-white">
          {t(refusalKey(refusal))}
        </span>
      )}
    </>
  );
}
