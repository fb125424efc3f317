import { useStore } from '@nanostores/react';
import { OctagonX } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { TOY_CEILING_MAX } from '#contract/chat/toy-calls.ts';
import { toyNow } from '#lib/chat/room-lines.ts';
import {
  bridgeTroubleOf,
  createDemoBridge,
  type DemoBridge,
  type DeviceLink,
  linkDevice,
} from '#lib/studio/toy/device-link.ts';
import type { IntifaceBridge } from '#lib/studio/toy/intiface-bridge.ts';
import { Button } from '../ui/controls/Button.tsx';
import { useT } from '../ui/controls/Messages.tsx';
import { Notice } from '../ui/form/Notice.tsx';
import { ConnectIntiface, Intiface, type IntifaceControl, loadIntiface, useIntiface } from './Intiface.tsx';
import { card, useStudio } from './studio-page.ts';

interface Linked {
  readonly link: DeviceLink;
  readonly bridge: DemoBridge | IntifaceBridge;
}

interface ToyPanelProps {
  /** Connects to Intiface; rejects with a `BridgeTrouble` as the message. */
  connectIntiface?: () => Promise<IntifaceBridge>;
}

/** The performer's toy: a device, its ceiling, the queue, and a stop that Escape presses too. */
export function ToyPanel({ connectIntiface = loadIntiface }: ToyPanelProps) {
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
  const use = (bridge: Linked['bridge']) =>
    setLinked({ bridge, link: linkDevice({ socket, bridge, onLeft: () => void room.stopToy() }) });
  const intiface = useIntiface(connectIntiface, use);
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
      {linked ? (
        <Device linked={linked} intiface={intiface} />
      ) : (
        <>
          <p className="text-sm">{t('studio.toy.none')}</p>
          <ConnectIntiface {...intiface} />
          {!intiface.isConnecting && (
            <Button
              look="quiet"
              onClick={() => use(createDemoBridge())}
              className="min-h-11 justify-self-start"
            >
              {t('studio.toy.demo')}
            </Button>
          )}
        </>
      )}
      {toy.active ? (
        <Queue />
      ) : (
        linked && (
          <SwitchOn
            bridge={linked.bridge}
            ceiling={ceiling}
            onCeiling={setCeiling}
            onClick={() => void room.setToy(true, ceiling)}
          />
        )
      )}
      {linked && (
        <div className="flex flex-wrap gap-2">
          {toy.active && (
            <Button look="quiet" onClick={() => void room.setToy(false, ceiling)} className="min-h-11">
              {t('studio.toy.off')}
            </Button>
          )}
          {!toy.active && (
            <Button look="quiet" onClick={() => setLinked(null)} className="min-h-11">
              {t('studio.toy.disconnect')}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

interface SwitchOnProps {
  bridge: Linked['bridge'];
  ceiling: number;
  onCeiling: (value: number) => void;
  onClick: () => void;
}

/** Viewers pay for what a device plays, so the toy needs one. */
function SwitchOn({ bridge, ceiling, onCeiling, onClick }: SwitchOnProps) {
  const t = useT();
  const isReady = useStore(bridge.$isReady);
  if (!isReady) return null;
  return (
    <>
      <Ceiling value={ceiling} onChange={onCeiling} />
      <Button onClick={onClick} className="min-h-11 justify-self-start">
        {t('studio.toy.on')}
      </Button>
    </>
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

function Device({ linked: { link, bridge }, intiface }: { linked: Linked; intiface: IntifaceControl }) {
  const t = useT();
  const { failure } = useStore(link.$device);
  return (
    <>
      {'$intiface' in bridge ? <Intiface bridge={bridge} control={intiface} /> : <Drawn bridge={bridge} />}
      {failure && (
        <Notice>{t('studio.toy.failed', { why: t(`studio.toy.why.${bridgeTroubleOf(failure)}`) })}</Notice>
      )}
    </>
  );
}

function Drawn({ bridge }: { bridge: DemoBridge }) {
  const t = useT();
  const intensity = useStore(bridge.$intensity);
  return (
    <div>
      <p className="mb-1.5 font-semibold text-sm">{t('studio.toy.drawn')}</p>
      <meter min={0} max={100} value={intensity} aria-label={t('studio.toy.drawn')} className="h-4 w-full" />
    </div>
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
        {playing ? toyNow(t, playing) : t('studio.toy.still')}
      </p>
      {waiting.length > 0 && <p>{t('toys.waiting', { count: waiting.length })}</p>}
    </div>
  );
}
