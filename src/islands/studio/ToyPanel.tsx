import { useStore } from '@nanostores/react';
import { OctagonX } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { TOY_CEILING_MAX } from '#contract/chat/toys.ts';
import { createDemoBridge, type DemoBridge } from '#lib/studio/toy/demo-bridge.ts';
import { type DeviceLink, linkDevice } from '#lib/studio/toy/device-link.ts';
import { Button } from '../ui/Button.tsx';
import { useT } from '../ui/Messages.tsx';
import { Notice } from '../ui/Notice.tsx';
import { card } from './looks.ts';
import { useStudio } from './studio-page.ts';

interface Linked {
  readonly link: DeviceLink;
  readonly bridge: DemoBridge;
}

/** The performer's toy: a device, its ceiling, the queue, and a stop that Escape presses too. */
export function ToyPanel() {
  const t = useT();
  const { room, socket } = useStudio();
  const { toy } = useStore(room.$room);
  const [linked, setLinked] = useState<Linked | null>(null);
  const [ceiling, setCeiling] = useState(TOY_CEILING_MAX);
  useEffect(() => () => linked?.link.close(), [linked]);
  const stop = () => {
    linked?.link.halt();
    void room.stopToy();
  };
  useEscape(toy.active ? stop : null);
  const connect = () => {
    const bridge = createDemoBridge();
    setLinked({ bridge, link: linkDevice({ socket, bridge, onLeft: () => void room.stopToy() }) });
  };
  return (
    <section aria-label={t('studio.toy.title')} className={card}>
      <h2 className="font-bold text-lg">{t('studio.toy.title')}</h2>
      {toy.active && (
        <button
          type="button"
          onClick={stop}
          className="btn min-h-14 justify-self-start bg-danger px-6 font-bold text-lg text-page"
        >
          <OctagonX aria-hidden className="size-6" />
          <span>{t('studio.toy.stop')}</span>
        </button>
      )}
      {linked ? <Device linked={linked} /> : <p className="text-sm">{t('studio.toy.none')}</p>}
      {!linked && (
        <Button look="quiet" onClick={connect} className="min-h-11 justify-self-start">
          {t('studio.toy.demo')}
        </Button>
      )}
      {toy.active ? <Queue /> : linked && <Ceiling value={ceiling} onChange={setCeiling} />}
      {linked && (
        <Button
          look={toy.active ? 'quiet' : 'primary'}
          onClick={() => void room.setToy(!toy.active, ceiling)}
          className="min-h-11 justify-self-start"
        >
          {t(toy.active ? 'studio.toy.off' : 'studio.toy.on')}
        </Button>
      )}
    </section>
  );
}

function useEscape(act: (() => void) | null): void {
  useEffect(() => {
    if (!act) return;
    const press = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
}

function Device({ linked: { link, bridge } }: { linked: Linked }) {
  const t = useT();
  const { failure } = useStore(link.$device);
  const intensity = useStore(bridge.$intensity);
  return (
    <>
      <div>
        <p className="mb-1.5 font-semibold text-sm">{t('studio.toy.drawn')}</p>
        <meter
          min={0}
          max={100}
          value={intensity}
          aria-label={t('studio.toy.drawn')}
          className="h-4 w-full"
        />
      </div>
      {failure && <Notice>{t('studio.toy.failed', { why: failure })}</Notice>}
    </>
  );
}

interface CeilingProps {
  value: number;
  onChange: (value: number) => void;
}

function Ceiling({ value, onChange }: CeilingProps) {
  const t = useT();
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold text-sm">
        {t('studio.toy.ceiling', { percent: value })}
      </label>
      <input
        id={id}
        type="range"
        min={1}
        max={TOY_CEILING_MAX}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
        className="min-h-11 w-full accent-accent"
      />
    </div>
  );
}

function Queue() {
  const t = useT();
  const { room } = useStudio();
  const { playing, waiting, ceiling } = useStore(room.$room).toy;
  return (
    <div className="grid gap-1 text-sm">
      <p>{t('studio.toy.ceiling', { percent: ceiling })}</p>
      <p role="status" className="font-semibold">
        {playing
          ? t('toys.now', { level: t(`toys.level.${playing.level}`), name: playing.from })
          : t('studio.toy.still')}
      </p>
      {waiting.length > 0 && <p>{t('toys.waiting', { count: waiting.length })}</p>}
    </div>
  );
}
