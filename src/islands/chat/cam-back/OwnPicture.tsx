import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';

interface OwnPictureProps {
  stream: MediaStream | null;
  label: string;
  className: string;
  /** For who has to know that there is a place for the picture. */
  ref?: Ref<HTMLVideoElement>;
}

/** One's own camera, as in a mirror, without one's own sound. */
export function OwnPicture({ stream, label, className, ref }: OwnPictureProps) {
  const video = useRef<HTMLVideoElement>(null);
  useImperativeHandle(ref, () => video.current as HTMLVideoElement);
  useEffect(() => {
    if (!video.current) return;
    // Set as a property: browsers take the attribute of a muted video at its making only.
    video.current.muted = true;
    video.current.srcObject = stream;
  }, [stream]);
  return (
    <video
      ref={video}
      autoPlay
      playsInline
      muted
      aria-label={label}
      onLoadedData={({ currentTarget }) => currentTarget.setAttribute('data-shown', '')}
      onEmptied={({ currentTarget }) => currentTarget.removeAttribute('data-shown')}
      className={`cam-back-own ${className}`}
    />
  );
}
