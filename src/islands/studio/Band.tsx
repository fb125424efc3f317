import type { PublisherView } from '@vonk/media/publisher';
import { Camera, CameraOff, CircleAlert, Eye, EyeOff, Star, VolumeX } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import type { LiveState } from '#lib/studio/live/live-state.ts';
import { useT } from '../ui/controls/Messages.tsx';

type Icon = ComponentType<{ className?: string; 'aria-hidden'?: boolean }>;

const looks = {
  public: 'bg-positive text-page',
  vip: 'bg-accent text-on-accent',
  nobody: 'bg-sunken text-ink',
  warning: 'bg-danger text-page',
} as const;

interface BandLineProps {
  look: keyof typeof looks;
  icon: Icon;
  children: ReactNode;
}

function BandLine({ look, icon: Glyph, children }: BandLineProps) {
  return (
    <p className={`flex items-center gap-2.5 px-4 py-2.5 font-bold ${looks[look]}`} data-band={look}>
      <Glyph aria-hidden className="size-5 shrink-0" />
      <span className="wrap-anywhere min-w-0">{children}</span>
    </p>
  );
}

/** Who sees the performer now, by the media server, and what of her does not arrive. */
export function Band({ now, sending }: { now: LiveState; sending: PublisherView | null }) {
  const t = useT();
  const { camera, microphone } = sending ?? {};
  return (
    <div role="status" className="divide-y divide-line overflow-hidden rounded-xl border border-line">
      <SeenLine now={now} />
      {microphone?.isUnplugged ? (
        <BandLine look="warning" icon={VolumeX}>
          {t('studio.live.band.microphoneLost')}
        </BandLine>
      ) : microphone?.isMutedBySystem ? (
        <BandLine look="warning" icon={VolumeX}>
          {t('studio.live.band.mutedBySystem')}
        </BandLine>
      ) : microphone?.isMuted ? (
        <BandLine look="warning" icon={VolumeX}>
          {t('studio.live.band.muted')}
        </BandLine>
      ) : null}
      {camera?.isUnplugged ? (
        <BandLine look="warning" icon={CameraOff}>
          {t('studio.live.device.lost')}
        </BandLine>
      ) : camera?.isMutedBySystem ? (
        <BandLine look="warning" icon={CameraOff}>
          {t('studio.live.band.cameraBySystem')}
        </BandLine>
      ) : camera?.isMuted ? (
        <BandLine look="warning" icon={CameraOff}>
          {t('studio.live.band.cameraOff')}
        </BandLine>
      ) : null}
    </div>
  );
}

const icons = { public: Camera, vip: Star, nobody: EyeOff, warning: Eye } as const;

function SeenLine({ now }: { now: LiveState }) {
  const t = useT();
  const { look, band, watching, member } = now;
  const isPublic = band === 'free' || band === 'paid';
  const Glyph = band === 'asking' ? Eye : band === 'unknown' ? CircleAlert : icons[look];
  return (
    <BandLine look={look} icon={Glyph}>
      {isPublic ? (
        <>
          <span className="mr-2.5">{t(`studio.live.band.${band}`)}</span>
          <span className="font-normal tabular-nums">
            {t('studio.live.band.watching', { count: watching })}
          </span>
        </>
      ) : band === 'some' ? (
        t('studio.live.band.some', { count: watching })
      ) : band === 'vip' ? (
        t('studio.live.band.vip', { name: member })
      ) : (
        t(`studio.live.band.${band}`)
      )}
    </BandLine>
  );
}
