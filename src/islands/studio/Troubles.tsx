import { useStore } from '@nanostores/react';
import type { PublisherView } from '@vonk/media/publisher';
import type { StudioReceived } from '#contract/studio/live-calls.ts';
import { timeUntil } from '#lib/shell/translate.ts';
import type { Ended } from '#lib/studio/live/audience.ts';
import type { RoomView } from '#lib/studio/live/room.ts';
import { useT } from '../ui/controls/Messages.tsx';
import { Notice } from '../ui/form/Notice.tsx';
import { DeviceNotices } from './devices/DeviceNotices.tsx';
import { refusalKey } from './EncoderDetails.tsx';
import { useStudio } from './studio-page.ts';

/** Everything that keeps the performer from being seen, in words, with a way out. */
export function Troubles() {
  const t = useT();
  const { room, broadcast } = useStudio();
  const { refusal } = useStore(broadcast.$broadcast);
  const roomRefusal = useStore(room.$refusal);
  const sending = useStore(broadcast.$sending);
  const { received, encoderRefused } = useStore(room.$audience) ?? {};
  const { isShut, cut } = useStore(room.$room);
  const ended = useStore(room.$ended);
  const refused = refusal ?? roomRefusal;
  return (
    <>
      {isShut && <Notice>{cut ? cutText(t, cut) : t('studio.live.refused.closed')}</Notice>}
      {ended && ended.why !== 'shut' && <Notice>{endText(t, ended)}</Notice>}
      {encoderRefused && <Notice>{t('studio.live.encoder.refused')}</Notice>}
      <DeviceNotices isSending={sending !== null} />
      {refused && <Notice>{t(refusalKey(refused))}</Notice>}
      {sending && <OwnNotices notices={sending.notices} />}
      {received && <ServerNotices received={received} sending={sending} />}
    </>
  );
}

const askTexts = {
  expired: 'studio.live.ended.expired',
  withdrawn: 'studio.live.ended.withdrawn',
  away: 'studio.live.ended.over',
  no_credits: 'studio.live.ended.cannotPay',
} as const;
const showTexts = {
  left: 'studio.live.ended.showLeft',
  credits: 'studio.live.ended.showCredits',
  lost: 'studio.live.ended.showLost',
} as const;

function endText(t: ReturnType<typeof useT>, ended: Ended): string {
  if (ended.what === 'broadcast') return t('studio.live.ended.lost');
  if (ended.what === 'viewer') return t(`studio.live.viewerCut.${ended.why}`, { name: ended.member });
  return t(ended.what === 'ask' ? askTexts[ended.why] : showTexts[ended.why], { name: ended.member });
}

/** Why an operator has cut the stream, and when she may go live again. */
function cutText(t: ReturnType<typeof useT>, { ground, until }: NonNullable<RoomView['cut']>): string {
  const then =
    until === null
      ? t('studio.live.cut.untilAllowed')
      : t('studio.live.cut.until', { time: timeUntil(Date.parse(until)) });
  return `${t(`studio.live.cut.by.${ground}`)} ${then}`;
}

interface ServerNoticesProps {
  received: StudioReceived;
  sending: PublisherView | null;
}

/** What the media server notices: also of an encoder, and of what this page does not notice itself. */
function ServerNotices({ received, sending }: ServerNoticesProps) {
  const t = useT();
  // The band says what she has switched off herself.
  const isMuted = sending?.microphone?.isMuted ?? false;
  const isKnown = sending?.notices.silent ?? false;
  return (
    <>
      {received.isFrozen && <Notice>{t('studio.live.notice.frozenAtServer')}</Notice>}
      {received.isSilent && !isMuted && !isKnown && <Notice>{t('studio.live.notice.silentAtServer')}</Notice>}
    </>
  );
}

/** What this page notices of its own picture and sound. */
function OwnNotices({ notices }: Pick<PublisherView, 'notices'>) {
  const t = useT();
  const noticed = (['silent', 'talkingWhileMuted', 'frozen', 'cpuLimited'] as const).filter(
    (notice) => notices[notice],
  );
  return (
    <>
      {noticed.map((notice) => (
        <Notice key={notice}>{t(`studio.live.notice.${notice}`)}</Notice>
      ))}
    </>
  );
}
