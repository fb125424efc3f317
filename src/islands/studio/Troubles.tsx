import { useStore } from '@nanostores/react';
import type { PublisherView } from '@vonk/media/publisher';
import type { StudioReceived } from '#contract/studio/live-calls.ts';
import { timeUntil } from '#lib/shell/translate.ts';
import type { Ended } from '#lib/studio/live/audience.ts';
import type { RoomView } from '#lib/studio/live/room.ts';
import { Button } from '../ui/controls/Button.tsx';
import { useT } from '../ui/controls/Messages.tsx';
import { Notice } from '../ui/form/Notice.tsx';
import { namedDevices } from '../ui/form/Select.tsx';
import { refusalKey } from './EncoderDetails.tsx';
import { useStudio } from './studio-page.ts';

/** Everything that keeps the performer from being seen, in words, with a way out. */
export function Troubles() {
  const t = useT();
  const { room, broadcast } = useStudio();
  const { refusal } = useStore(broadcast.$broadcast);
  const { trouble, isCameraLost } = useStore(broadcast.devices.$devices);
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
      {trouble && <Notice>{t(`studio.live.device.${trouble}`)}</Notice>}
      {refused && <Notice>{t(refusalKey(refused))}</Notice>}
      {sending && isCameraLost && <CameraLost />}
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

/** Another camera is used only when the performer says so: it may show more than she wants. */
function CameraLost() {
  const t = useT();
  const { broadcast } = useStudio();
  const { list } = useStore(broadcast.devices.$devices);
  const options = namedDevices(list.cameras, t('studio.live.device.camera'));
  return (
    <Notice>
      <p>{t('studio.live.device.lost')}</p>
      {options.length > 0 && <p className="mt-2">{t('studio.live.device.other')}</p>}
      <div className="mt-2 flex flex-wrap gap-2">
        {options.map(({ id, name }) => (
          <Button key={id} look="quiet" onClick={() => void broadcast.devices.chooseCamera(id)}>
            {name}
          </Button>
        ))}
      </div>
    </Notice>
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
