import {
  ButtplugBrowserWebsocketClientConnector,
  ButtplugClient,
  type ButtplugClientDevice,
  DeviceOutputCommand,
  OutputType,
} from 'buttplug';
import { computed, map, type ReadableAtom } from 'nanostores';
import { INTIFACE_ADDRESS } from '#contract/studio/intiface.ts';
import type { BridgeTrouble, ToyBridge } from './device-link.ts';

/** ms in which Intiface has to confirm a command. */
const CONFIRM_MS = 2000;
/** ms of one search: Bluetooth is busy during it. */
const SEARCH_MS = 30_000;

/** Kinds of movement, the preferred one of a motor first. */
const movements = [OutputType.Vibrate, OutputType.Oscillate, OutputType.Rotate];

export interface IntifaceView {
  readonly isConnected: boolean;
  readonly isSearching: boolean;
  /** Names of the devices that can move. */
  readonly devices: readonly string[];
}

/** All devices of Intiface Central (Buttplug protocol, version 4) as one. */
export interface IntifaceBridge extends ToyBridge {
  readonly $intiface: ReadableAtom<IntifaceView>;
  /** Looks for devices for half a minute. */
  search(): void;
}

class Connector extends ButtplugBrowserWebsocketClientConnector {
  readonly opened = Promise.withResolvers<void>();
  override initialize = async () => this.opened.resolve();
}

/** The library sends no pings (version 5.0.2), without which some servers disconnect. */
class Client extends ButtplugClient {
  ping = () => this.sendMsgExpectOk({ Ping: { Id: 1 } });
}

const fail = (trouble: BridgeTrouble) => new Error(trouble);

/** Rejects with `trouble` unless `work` is done in time: the library never rejects what is not confirmed. */
function within<T>(work: Promise<T>, trouble: BridgeTrouble): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(fail(trouble)), CONFIRM_MS);
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}

/**
 * A motor's value for a percentage, rounded down, but at least its lowest speed. A range such as -20 to 20 turns both
 * ways; only one is used.
 */
export const motorValue = (intensity: number, max: number): number =>
  Math.max(1, Math.floor((max * intensity) / 100));

function motorsOf(device: ButtplugClientDevice) {
  return [...device.features.values()].flatMap((feature) => {
    const output = movements.map((type) => feature.output(type)).find((one) => one && one.valueRange[1] > 0);
    return output ? [{ feature, type: output.type, max: output.valueRange[1] }] : [];
  });
}

const movingDevices = (client: Client) =>
  [...client.devices.values()].filter((device) => motorsOf(device).length > 0);

async function open(client: Client, connector: Connector): Promise<void> {
  const started = client.connect(connector);
  // The browser may ask first, which takes as long as the performer does.
  await Promise.race([connector.opened.promise, started]).catch(async (error: unknown) => {
    const isRefused = error instanceof DOMException || (await isLoopbackDenied());
    throw fail(isRefused ? 'blocked' : 'absent');
  });
  await within(
    started.catch(() => Promise.reject(fail('old'))),
    'silent',
  );
}

/** Connects to Intiface Central on this computer. Rejects with a `BridgeTrouble` as the message. */
export async function connectIntiface(address = INTIFACE_ADDRESS): Promise<IntifaceBridge> {
  const client = new Client('Studio');
  const connector = new Connector(address);
  const $intiface = map<IntifaceView>({ isConnected: true, isSearching: false, devices: [] });
  const listeners = new Set<(why: string) => void>();
  const tell = (trouble: BridgeTrouble): void => {
    for (const listener of listeners) listener(trouble);
  };
  let isClosed = false;

  await open(client, connector).catch((error: unknown) => {
    void connector.disconnect();
    throw error;
  });

  const look = (): void =>
    $intiface.setKey(
      'devices',
      client.connected ? movingDevices(client).map(({ name, displayName }) => displayName || name) : [],
    );
  const { search, endSearch } = createSearch(client, (isSearching) =>
    $intiface.setKey('isSearching', isSearching),
  );
  const stop = createStop(client, () => {
    if (!isClosed) tell('unstopped');
  });
  const endPings = keepPinging(client);

  client.on('deviceadded', look);
  client.on('deviceremoved', (device: ButtplugClientDevice) => {
    look();
    if (motorsOf(device).length > 0) tell('gone');
  });
  client.on('scanningfinished', endSearch);
  client.on('disconnect', () => {
    endSearch();
    endPings();
    $intiface.set({ isConnected: false, isSearching: false, devices: [] });
    if (!isClosed) tell('closed');
  });
  look();
  search();

  return {
    $intiface,
    $isReady: computed($intiface, ({ devices }) => devices.length > 0),
    search,
    move: (intensity) => (intensity <= 0 ? stop() : runMotors(client, intensity)),
    onFailed(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      isClosed = true;
      endSearch();
      endPings();
      if (!client.connected) return;
      client.stopScanning().catch(() => undefined);
      // Stops all devices before it disconnects.
      within(client.disconnect(), 'silent').catch(() => connector.disconnect());
    },
  };
}

/** Searches for devices, which ends by itself after a while. */
function createSearch(client: Client, show: (isSearching: boolean) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const endSearch = (): void => {
    clearTimeout(timer);
    show(false);
  };
  const search = (): void => {
    endSearch();
    show(true);
    timer = setTimeout(() => {
      endSearch();
      client.stopScanning().catch(() => undefined);
    }, SEARCH_MS);
    within(client.startScanning(), 'silent').catch(endSearch);
  };
  return { search, endSearch };
}

/** Sends pings as often as the server demands. Returns a stop function. */
function keepPinging(client: Client): () => void {
  const pingMs = client.serverInfo?.maxPingTime ?? 0;
  if (pingMs <= 0) return () => undefined;
  const timer = setInterval(() => void client.ping().catch(() => undefined), pingMs / 2);
  return () => clearInterval(timer);
}

/**
 * Returns a function that stops all devices and rejects if Intiface does not confirm. `onUnstopped`: the first failure
 * after a success.
 */
function createStop(client: Client, onUnstopped: () => void): () => Promise<void> {
  let isUnstopped = false;
  return async () => {
    try {
      await within(client.stopAllDevices(), 'unstopped');
      isUnstopped = false;
    } catch {
      // A lost connection stops the devices by itself: Intiface does that.
      const isNew = !isUnstopped && client.connected;
      isUnstopped = true;
      if (isNew) onUnstopped();
      throw fail('unstopped');
    }
  };
}

/** Moves all devices. Rejects if there is none, or a device refuses. */
async function runMotors(client: Client, intensity: number): Promise<void> {
  const motors = client.connected ? movingDevices(client).flatMap(motorsOf) : [];
  if (motors.length === 0) throw fail('none');
  const moves = motors.map(({ feature, type, max }) =>
    feature.runOutput(DeviceOutputCommand.createValue(type, motorValue(intensity, max))),
  );
  await within(
    Promise.all(moves).catch(() => Promise.reject(fail('refused'))),
    'silent',
  );
}

/** Chrome 145 and later, and the name before that. Other browsers know neither. */
const names = ['loopback-network', 'local-network-access'];

/** Whether the visitor has refused this page access to programs on the same computer. */
export async function isLoopbackDenied(): Promise<boolean> {
  const states = names.map(async (name) => {
    const status = await navigator.permissions.query({ name: name as PermissionName });
    return status.state === 'denied';
  });
  return (await Promise.allSettled(states)).some((one) => one.status === 'fulfilled' && one.value);
}
