import { useStore } from '@nanostores/react';
import { Camera, CameraOff, Volume2, VolumeX } from 'lucide-react';
import { Button } from '../ui/controls/Button.tsx';
import { useT } from '../ui/controls/Messages.tsx';
import { Devices, Level } from './DeviceCheck.tsx';
import { card } from './looks.ts';
import { useStudio } from './studio-page.ts';

/** Mute and camera off, and the devices. */
export function Controls() {
  const t = useT();
  const { broadcast } = useStudio();
  const { microphone, camera } = useStore(broadcast.$sending) ?? {};
  const isMuted = microphone?.isMuted ?? false;
  const isOff = camera?.isMuted ?? false;
  const [MicIcon, CameraIcon] = [isMuted ? VolumeX : Volume2, isOff ? CameraOff : Camera];
  return (
    <section aria-label={t('studio.live.open.title')} className={card}>
      <div className="flex flex-wrap gap-3">
        {microphone && (
          <Button
            look={isMuted ? 'primary' : 'quiet'}
            onClick={() => broadcast.setMuted('microphone', !isMuted)}
            className="min-h-11"
          >
            <MicIcon aria-hidden className="size-5" />
            <span>{t(isMuted ? 'studio.live.device.unmute' : 'studio.live.device.mute')}</span>
          </Button>
        )}
        {camera && (
          <Button
            look={isOff ? 'primary' : 'quiet'}
            onClick={() => broadcast.setMuted('camera', !isOff)}
            className="min-h-11"
          >
            <CameraIcon aria-hidden className="size-5" />
            <span>{t(isOff ? 'studio.live.device.show' : 'studio.live.device.hide')}</span>
          </Button>
        )}
      </div>
      <Level />
      <Devices />
    </section>
  );
}
