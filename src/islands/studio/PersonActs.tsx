import { useId, useState } from 'react';
import type { Target } from '#contract/chat/room/sanction-calls.ts';
import { sanctionKinds } from '#contract/chat/sanctions.ts';
import { openModal } from '#lib/shell/start/dialogs.ts';
import { useT } from '../ui/controls/Messages.tsx';
import { useStudio } from './studio-page.ts';

export const small = 'btn btn-quiet min-h-9 px-2.5 text-sm';

/** Minutes of the durations that can be chosen. */
const durations = { usual: undefined, minute: 1, hour: 60, day: 1440, week: 10_080, ever: null } as const;
type Duration = keyof typeof durations;

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
  const [duration, setDuration] = useState<Duration>('usual');
  const id = useId();
  const isUsual = duration === 'usual';
  return (
    <div className="flex flex-wrap items-center gap-2 py-1.5">
      {sanctionKinds.map((kind) => (
        <Act
          key={kind}
          label={t(isUsual ? `studio.live.sanction.${kind}` : `studio.live.sanction.act.${kind}`)}
          name={name}
          onClick={() => void room.sanctionViewer(target, kind, durations[duration])}
        />
      ))}
      <label htmlFor={id} className="sr-only">{`${t('studio.live.sanction.duration')}: ${name}`}</label>
      <select
        id={id}
        value={duration}
        onChange={({ currentTarget }) => setDuration(currentTarget.value as Duration)}
        className="min-h-9 rounded-lg border border-line-strong bg-page px-2 text-ink text-sm"
      >
        {Object.keys(durations).map((key) => (
          <option key={key} value={key}>
            {t(`studio.live.sanction.for.${key as Duration}`)}
          </option>
        ))}
      </select>
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
