import type { Target } from '#contract/chat/sanction-calls.ts';
import { sanctionKinds } from '#contract/chat/sanctions.ts';
import { openModal } from '#lib/shell/modal.ts';
import { useT } from '../ui/Messages.tsx';
import { useStudio } from './studio-page.ts';

export const small = 'btn btn-quiet min-h-9 px-2.5 text-sm';

interface PersonActsProps {
  target: Target;
  name: string;
  /** Guests can be neither moderators nor reported. */
  isGuest?: boolean;
  isModerator: boolean;
}

/** What a performer can do about a viewer. */
export function PersonActs({ target, name, isGuest = false, isModerator }: PersonActsProps) {
  const t = useT();
  const { room } = useStudio();
  return (
    <div className="flex flex-wrap gap-2 py-1.5">
      {sanctionKinds.map((kind) => (
        <Act
          key={kind}
          label={t(`studio.live.sanction.${kind}`)}
          name={name}
          onClick={() => void room.sanctionViewer(target, kind)}
        />
      ))}
      {!isGuest && !isModerator && (
        <Act
          label={t('studio.live.moderators.appoint')}
          name={name}
          onClick={() => void room.appointModerator(target)}
        />
      )}
      {!isGuest && (
        <Act
          label={t('studio.live.room.report')}
          name={name}
          onClick={() => openModal({ type: 'ReportMember', member: { target }, name })}
        />
      )}
    </div>
  );
}

function Act({ label, name, onClick }: { label: string; name: string; onClick: () => void }) {
  return (
    <button type="button" aria-label={`${label}: ${name}`} onClick={onClick} className={small}>
      {label}
    </button>
  );
}
