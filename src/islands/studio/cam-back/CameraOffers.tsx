import { useStore } from '@nanostores/react';
import { Eye } from 'lucide-react';
import type { ShownCamera } from '#lib/studio/live/cam-backs.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useT } from '../../ui/controls/Messages.tsx';
import { Notice } from '../../ui/form/Notice.tsx';
import { type CamBacksView, EndCamera } from './WatchedCamera.tsx';

/** Cameras that can be watched; the one that is played has its own place. */
export function CameraOffers({ camBacks, chosen, previous, watch }: CamBacksView) {
  const t = useT();
  const cameras = useStore(camBacks.$cameras);
  const refusal = useStore(camBacks.$refusal);
  const offered = cameras.filter(({ session, state }) => session !== chosen || state !== 'started');
  return (
    <>
      <p role="status" className="sr-only">
        {cameras.length > 0
          ? cameras.map(({ sender }) => t('studio.live.camBack.shows', { name: sender })).join(' ')
          : t('studio.live.camBack.none')}
      </p>
      {refusal && (
        <Notice>
          {t(refusal === 'UNAVAILABLE' ? 'studio.live.refused.unavailable' : 'studio.live.refused.other')}
        </Notice>
      )}
      {offered.length > 0 && (
        <section
          aria-label={t('studio.live.camBack.title')}
          tabIndex={-1}
          className="rounded-xl border-2 border-accent bg-surface px-4 py-3"
        >
          <ul className="grid gap-3">
            {offered.map((camera) => (
              <Offer
                key={camera.session}
                camera={camera}
                isFocused={camera.session === previous}
                onWatch={() => watch(camera.session)}
                onEnd={() => void camBacks.endCamBack(camera.session)}
              />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

interface OfferProps {
  camera: ShownCamera;
  /** It was played until now. */
  isFocused: boolean;
  onWatch(): void;
  onEnd(): void;
}

function Offer({ camera: { sender: name, state }, isFocused, onWatch, onEnd }: OfferProps) {
  const t = useT();
  return (
    <li className="flex flex-wrap items-center gap-2">
      <p className="wrap-anywhere mr-auto font-bold" translate="no">
        {t(state === 'loading' ? 'studio.live.camBack.connecting' : 'studio.live.camBack.shows', { name })}
      </p>
      {state === 'started' && (
        <Button
          aria-label={t('studio.live.camBack.watchOne', { name })}
          autoFocus={isFocused}
          onClick={onWatch}
          className="min-h-11"
        >
          <Eye aria-hidden className="size-5" />
          <span>{t('studio.live.camBack.watch')}</span>
        </Button>
      )}
      <EndCamera name={name} onEnd={onEnd} />
    </li>
  );
}
