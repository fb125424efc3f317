import type { PublisherView } from '@vonk/media/publisher';
import { Camera, CameraOff, CircleAlert, Eye, EyeOff, Star, VolumeX } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import type { Audience } from '#contract/studio/live-calls.ts';
import { type Seen, seenBy } from '#lib/studio/live/audience.ts';
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
export function Band({
  audience,
  sending,
}: {
  audience: Audience | null | undefined;
  sending: PublisherView | null;
}) {
  const t = useT();
  const { camera, microphone } = sending ?? {};
  return (
    <div role="status" className="divide-y divide-line overflow-hidden rounded-xl border border-line">
      <SeenLine seen={seenBy(audience)} />
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

function SeenLine({ seen }: { seen: Seen }) {
  const t = useT();
  switch (seen.by) {
    case 'asking':
      return (
        <BandLine look="nobody" icon={Eye}>
          {t('studio.live.band.asking')}
        </BandLine>
      );
    case 'unknown':
      return (
        <BandLine look="warning" icon={CircleAlert}>
          {t('studio.live.band.unknown')}
        </BandLine>
      );
    case 'nobody':
      return (
        <BandLine look="nobody" icon={EyeOff}>
          {t(`studio.live.band.${seen.why}`)}
        </BandLine>
      );
    case 'some':
      return (
        <BandLine look="warning" icon={Eye}>
          {t('studio.live.band.some', { count: seen.watching })}
        </BandLine>
      );
    case 'member':
      return (
        <BandLine look="vip" icon={Star}>
          {t('studio.live.band.vip', { name: seen.name })}
        </BandLine>
      );
    case 'everybody':
      return (
        <BandLine look="public" icon={Camera}>
          <span className="mr-2.5">{t(seen.free ? 'studio.live.band.free' : 'studio.live.band.paid')}</span>
          <span className="font-normal tabular-nums">
            {t('studio.live.band.watching', { count: seen.watching })}
          </span>
        </BandLine>
      );
  }
}
