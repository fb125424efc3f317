import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { type CamBacks, followCamBacks, type ShownCamera } from '#lib/studio/live/cam-backs.ts';
import { useStudio } from '../studio-page.ts';
import type { CamBacksView } from './WatchedCamera.tsx';

const Offers = lazy(() => import('./CameraOffers.tsx').then((m) => ({ default: m.CameraOffers })));
const Picture = lazy(() => import('./WatchedCamera.tsx').then((m) => ({ default: m.WatchedCamera })));

const none: Pick<CamBacksView, 'chosen' | 'previous'> = { chosen: null, previous: null };

const isOn = (cameras: readonly ShownCamera[], wanted: string): boolean =>
  cameras.some(({ session, state }) => session === wanted && state === 'started');

/** Null without camera-back. */
export function useCamBacks(hasCamBack: boolean): CamBacksView | null {
  const { socket } = useStudio();
  const [camBacks, setCamBacks] = useState<CamBacks | null>(null);
  const [{ chosen, previous }, setChoice] = useState(none);
  useEffect(() => {
    if (!hasCamBack) return;
    const followed = followCamBacks(socket);
    setCamBacks(followed);
    // A camera that starts again in the same chat is played only on request.
    const unlisten = followed.$cameras.listen((cameras) =>
      setChoice((choice) => (choice.chosen === null || isOn(cameras, choice.chosen) ? choice : none)),
    );
    return () => {
      unlisten();
      followed.close();
    };
  }, [socket, hasCamBack]);
  const watch = (session: string | null) => setChoice({ chosen: session, previous: chosen });
  return camBacks && { camBacks, chosen, previous, watch };
}

/** Who shows a camera; loaded with the first one, and stays to say that the last one is off. */
export function CamBackOffers({ view }: { view: CamBacksView }) {
  const isShown = useStore(view.camBacks.$cameras).length > 0;
  const [wasShown, setShown] = useState(false);
  if (isShown && !wasShown) setShown(true);
  return (
    (isShown || wasShown) && (
      <Suspense fallback={null}>
        <Offers {...view} />
      </Suspense>
    )
  );
}

/** The camera that is played. */
export function CamBackPicture({ view }: { view: CamBacksView }) {
  const cameras = useStore(view.camBacks.$cameras);
  const watched = cameras.find(({ session, state }) => session === view.chosen && state === 'started');
  return (
    watched && (
      <Suspense fallback={null}>
        <Picture key={watched.session} camera={watched} {...view} />
      </Suspense>
    )
  );
}
