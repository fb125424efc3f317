import { useEffect, useRef } from 'react';
import { useT } from '../ui/Messages.tsx';

/** The camera before it is sent, mirrored as performers expect of their own picture. */
export function OwnPicture({ camera }: { camera: MediaStreamTrack | null }) {
  const t = useT();
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = camera && new MediaStream([camera]);
  }, [camera]);
  return (
    <video
      ref={video}
      autoPlay
      playsInline
      muted
      aria-label={t('studio.live.picture.own')}
      className="size-full -scale-x-100 bg-black object-contain"
    />
  );
}
