import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';

interface OwnPictureProps {
  stream: MediaStream | null;
  label: string;
  className: string;
  /** For callers that need to know whether the element exists. */
  ref?: Ref<HTMLVideoElement>;
}

/** The own camera, mirrored and muted; grey until the first frame. */
export function OwnPicture({ stream, label, className, ref }: OwnPictureProps) {
  const video = useRef<HTMLVideoElement>(null);
  useImperativeHandle(ref, () => video.current as HTMLVideoElement);
  useEffect(() => {
    if (!video.current) return;
    // Set as a property: browsers read the `muted` attribute only when the element is created.
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
      className={`bg-[rgb(70_70_70)] object-cover [scale:-1_1] ${className}`}
    />
  );
}
