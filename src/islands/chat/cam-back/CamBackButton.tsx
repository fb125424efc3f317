import { Camera, CameraOff } from 'lucide-react';
import { pageCamera } from '#lib/chat/cam-back/cam-back.ts';
import { openModal } from '#lib/shell/dialogs.ts';
import { opens } from '#lib/shell/late-parts.ts';
import { useLive } from '../../ui/hydration.ts';
import { useT } from '../../ui/Messages.tsx';

/** Placed beside the other controls of the picture. */
export function CamBackButton({ name }: { name: string }) {
  const t = useT();
  const { status } = useLive(pageCamera.$camBack);
  const isOn = status === 'loading' || status === 'started';
  const Icon = isOn ? CameraOff : Camera;
  return (
    <button
      type="button"
      {...opens('CamBack')}
      onClick={() => (isOn ? void pageCamera.stopCamera() : openModal({ type: 'CamBack', name }))}
      className="stream-control stream-round"
    >
      <Icon aria-hidden className="size-5" />
      <span className="sr-only">{isOn ? t('camBack.stop') : t('camBack.show', { name })}</span>
    </button>
  );
}
