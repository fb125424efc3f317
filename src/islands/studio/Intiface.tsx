import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { type BridgeTrouble, bridgeTroubleOf } from '#lib/studio/toy/device-link.ts';
import type { IntifaceBridge } from '#lib/studio/toy/intiface-bridge.ts';
import { Button } from '../ui/controls/Button.tsx';
import { useT } from '../ui/controls/Messages.tsx';
import { Notice } from '../ui/form/Notice.tsx';

/** Its library is loaded only when a performer connects. */
export const loadIntiface = async () =>
  (await import('#lib/studio/toy/intiface-bridge.ts')).connectIntiface();

export interface IntifaceControl {
  readonly isConnecting: boolean;
  /** Why the last attempt failed. */
  readonly trouble: BridgeTrouble | 'unknown' | null;
  readonly connect: () => void;
}

/** `connectIntiface` rejects with a `BridgeTrouble` as the message. */
export function useIntiface(
  connectIntiface: () => Promise<IntifaceBridge>,
  onConnected: (bridge: IntifaceBridge) => void,
): IntifaceControl {
  const [isConnecting, setConnecting] = useState(false);
  const [trouble, setTrouble] = useState<IntifaceControl['trouble']>(null);
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  const connect = async () => {
    setConnecting(true);
    setTrouble(null);
    try {
      const bridge = await connectIntiface();
      if (isLeft.current) bridge.close();
      else onConnected(bridge);
    } catch (error) {
      setTrouble(bridgeTroubleOf(error instanceof Error ? error.message : ''));
    }
    setConnecting(false);
  };
  return { isConnecting, trouble, connect: () => void connect() };
}

export function ConnectIntiface({ isConnecting, trouble, connect }: IntifaceControl) {
  const t = useT();
  return (
    <>
      <Button busy={isConnecting} onClick={connect} className="min-h-11 justify-self-start">
        {t('studio.toy.intiface.connect')}
      </Button>
      <p role="status" className="text-ink-soft text-sm">
        {t(isConnecting ? 'studio.toy.intiface.connecting' : 'studio.toy.intiface.hint')}
      </p>
      {trouble && <Notice>{t(`studio.toy.why.${trouble}`)}</Notice>}
    </>
  );
}

/** The devices that Intiface has found. */
export function Intiface({ bridge, control }: { bridge: IntifaceBridge; control: IntifaceControl }) {
  const t = useT();
  const { isConnected, isSearching, devices } = useStore(bridge.$intiface);
  if (!isConnected) return <ConnectIntiface {...control} />;
  return (
    <div className="grid gap-2">
      <p role="status" className="text-sm">
        {devices.length > 0
          ? t('studio.toy.intiface.devices', { count: devices.length, names: devices.join(', ') })
          : t(isSearching ? 'studio.toy.intiface.searching' : 'studio.toy.intiface.empty')}
      </p>
      {!isSearching && (
        <Button look="quiet" onClick={bridge.search} className="min-h-11 justify-self-start">
          {t('studio.toy.intiface.search')}
        </Button>
      )}
    </div>
  );
}
