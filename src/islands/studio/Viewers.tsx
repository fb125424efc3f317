import { useStore } from '@nanostores/react';
import type { SanctionKind } from '#contract/chat/sanctions.ts';
import { timeUntil } from '#lib/shell/translate.ts';
import type { RoomViewer } from '#lib/studio/live/room.ts';
import { useT } from '../ui/controls/Messages.tsx';
import { MemberNote } from './MemberNote.tsx';
import { PersonActs, small } from './PersonActs.tsx';
import { useStudio } from './studio-page.ts';
import { paysWords } from './VipCards.tsx';

const fold = 'border-line border-t px-4 py-3';
const list = 'mt-2 grid max-h-56 gap-1 overflow-y-auto';

/** In the order in which they joined, with what each can pay and what can be done about each. */
export function Viewers() {
  const t = useT();
  const { room } = useStudio();
  const { viewers } = useStore(room.$room);
  return (
    <details className={fold}>
      <summary className="min-h-6 cursor-pointer font-semibold">
        {`${t('studio.live.room.viewers')} (${viewers.length})`}
      </summary>
      {viewers.length === 0 && (
        <p className="mt-2 text-ink-soft text-sm">{t('studio.live.room.noViewers')}</p>
      )}
      <ul className={list}>
        {viewers.map((viewer) => (
          <Viewer key={viewer.session} viewer={viewer} />
        ))}
      </ul>
    </details>
  );
}

function Viewer({ viewer }: { viewer: RoomViewer }) {
  const t = useT();
  const { session, name, paysFrom, isGuest, isModerator, memberId, note } = viewer;
  return (
    <li>
      <details>
        <summary className="flex min-h-9 cursor-pointer flex-wrap items-center gap-x-2">
          <b translate="no" className="wrap-anywhere min-w-0">
            {name}
          </b>
          <span className="text-ink-soft text-sm tabular-nums">
            {paysFrom === null ? t('studio.live.room.guest') : paysWords(t, paysFrom)}
          </span>
          {note && (
            <bdi dir="auto" className="wrap-anywhere min-w-0 text-sm">
              {note}
            </bdi>
          )}
          {isModerator && <span className="text-sm">{t('studio.live.moderators.one')}</span>}
        </summary>
        <PersonActs target={{ session }} name={name} isGuest={isGuest} isModerator={isModerator} />
        {memberId !== null && <MemberNote key={memberId} memberId={memberId} name={name} known={note} />}
      </details>
    </li>
  );
}

const words = {
  mute: 'studio.live.sanction.muted',
  kick: 'studio.live.sanction.kicked',
  block: 'studio.live.sanction.blocked',
} as const satisfies Record<SanctionKind, string>;

/** Who is muted, kicked or blocked, with the way back. */
export function Sanctions() {
  const t = useT();
  const { room } = useStudio();
  const { sanctions } = useStore(room.$room);
  if (sanctions.length === 0) return null;
  return (
    <details className={fold}>
      <summary className="min-h-6 cursor-pointer font-semibold">
        {`${t('studio.live.sanction.title')} (${sanctions.length})`}
      </summary>
      <ul className={list}>
        {sanctions.map(({ id, kind, name, until, by }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-2">
            <b translate="no" className="wrap-anywhere min-w-0">
              {name}
            </b>
            <span className="text-ink-soft text-sm">{t(words[kind])}</span>
            {by && (
              <span className="text-ink-soft text-sm">{t('studio.live.sanction.by', { name: by })}</span>
            )}
            {until && (
              <span className="text-ink-soft text-sm tabular-nums">
                {t('studio.live.sanction.until', {
                  time: timeUntil(until),
                })}
              </span>
            )}
            <button
              type="button"
              aria-label={`${t('studio.live.sanction.lift')}: ${name}`}
              onClick={() => void room.liftSanction(id)}
              className={`${small} ml-auto`}
            >
              {t('studio.live.sanction.lift')}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The moderators of the room, and until when each is one. */
export function Moderators() {
  const t = useT();
  const { room } = useStudio();
  const { moderators } = useStore(room.$room);
  return (
    <details className="border-line border-t px-4 py-3">
      <summary className="min-h-6 cursor-pointer font-semibold">
        {`${t('studio.live.moderators.title')} (${moderators.length})`}
      </summary>
      <p className="mt-2 text-ink-soft text-sm">{t('studio.live.moderators.text')}</p>
      <ul className="mt-2 grid gap-1">
        {moderators.map(({ id, name, until }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-2">
            <b translate="no" className="wrap-anywhere min-w-0">
              {name}
            </b>
            <span className="text-ink-soft text-sm tabular-nums">
              {t('studio.live.sanction.until', { time: timeUntil(until) })}
            </span>
            <span className="ml-auto flex gap-2">
              <button
                type="button"
                aria-label={`${t('studio.live.moderators.renew')}: ${name}`}
                onClick={() => void room.renewModerator(id)}
                className={small}
              >
                {t('studio.live.moderators.renew')}
              </button>
              <button
                type="button"
                aria-label={`${t('studio.live.moderators.dismiss')}: ${name}`}
                onClick={() => void room.dismissModerator(id)}
                className={small}
              >
                {t('studio.live.moderators.dismiss')}
              </button>
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
