import { useStore } from '@nanostores/react';
import type { DeviceNotice } from '#lib/studio/live/devices.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useT } from '../../ui/controls/Messages.tsx';
import { Notice } from '../../ui/form/Notice.tsx';
import { namedDevices } from '../../ui/form/Select.tsx';
import { useStudio } from '../studio-page.ts';

/** What of camera and microphone is missing, with a way out. `isSending`: the band says what the system withholds. */
export function DeviceNotices({ isSending }: { isSending: boolean }) {
  const { broadcast } = useStudio();
  const { notices, state } = useStore(broadcast.devices.$devices);
  const shown = notices.filter(({ what }) => what !== 'withheld' || !isSending);
  return shown.map((notice) => (
    <OneNotice
      key={'source' in notice ? notice.source : 'neither'}
      notice={notice}
      isOpen={state === 'open'}
      isSending={isSending}
    />
  ));
}

interface OneNoticeProps {
  notice: DeviceNotice;
  /** Otherwise a step of the page opens both. */
  isOpen: boolean;
  isSending: boolean;
}

function OneNotice({ notice, isOpen, isSending }: OneNoticeProps) {
  const t = useT();
  if (notice.what === 'neither') return <Notice>{t(`studio.live.device.${notice.trouble}`)}</Notice>;
  const { what, source } = notice;
  const isBack = what === 'lost' && notice.isBack;
  return (
    <Notice>
      <p>{textOf(t, notice, isSending)}</p>
      {isBack && <p className="mt-1">{t(`studio.live.device.offered.${source}`)}</p>}
      {what === 'kept' && <p className="mt-1">{t('studio.live.device.kept')}</p>}
      {isOpen && what !== 'kept' && (
        <div className="mt-2 flex flex-wrap gap-2 empty:hidden">
          {what === 'lost' && !isBack ? (
            source === 'camera' && <OtherCameras />
          ) : (
            <OpenAgain source={source} />
          )}
        </div>
      )}
    </Notice>
  );
}

type SourceNotice = Exclude<DeviceNotice, { what: 'neither' }>;

function textOf(t: ReturnType<typeof useT>, notice: SourceNotice, isSending: boolean): string {
  const { source } = notice;
  switch (notice.what) {
    case 'missing':
    case 'kept': {
      const { trouble } = notice;
      return trouble === 'notSecure' || trouble === 'unknown'
        ? t(`studio.live.device.${trouble}`)
        : t(`studio.live.device.trouble.${source}.${trouble}`);
    }
    case 'lost':
      if (source === 'microphone') return t('studio.live.band.microphoneLost');
      return t(isSending ? 'studio.live.device.lost' : 'studio.live.device.unplugged');
    case 'offered':
      return t(`studio.live.device.offered.${source}`);
    case 'withheld':
      return t(source === 'camera' ? 'studio.live.band.cameraBySystem' : 'studio.live.band.mutedBySystem');
  }
}

function OpenAgain({ source }: Pick<SourceNotice, 'source'>) {
  const t = useT();
  const { broadcast } = useStudio();
  return (
    <Button look="quiet" onClick={() => void broadcast.devices.openAgain(source)} className="min-h-11">
      {t(`studio.live.device.openAgain.${source}`)}
    </Button>
  );
}

/** Another camera is used only when the performer says so: it may show more than she wants. */
function OtherCameras() {
  const t = useT();
  const { broadcast } = useStudio();
  const { list } = useStore(broadcast.devices.$devices);
  const options = namedDevices(list.cameras, t('studio.live.device.camera'));
  if (options.length === 0) return null;
  return (
    <>
      <p className="basis-full">{t('studio.live.device.other')}</p>
      {options.map(({ id, name }) => (
        <Button
          key={id}
          look="quiet"
          onClick={() => void broadcast.devices.chooseCamera(id)}
          className="min-h-11"
        >
          {name}
        </Button>
      ))}
    </>
  );
}
