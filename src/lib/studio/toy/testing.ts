import { type WebSocket, WebSocketServer } from 'ws';

/** What a motor can do, in the protocol's words: its kind, and the lowest and highest value. */
type Outputs = Record<string, { Value: [min: number, max: number] }>;

interface TestDevice {
  readonly name: string;
  readonly features: readonly Outputs[];
}

interface Command {
  readonly Id: number;
  readonly DeviceIndex?: number;
  readonly FeatureIndex?: number;
  readonly Command?: Record<string, { Value: number }>;
}

/** A server that speaks version 4 of the Buttplug protocol, with devices that record their commands. */
export async function startIntiface({ maxPingMs = 0, version = 4, port = 0 } = {}) {
  const server = new WebSocketServer({ host: '127.0.0.1', port });
  await new Promise((resolve) => server.once('listening', resolve));
  const devices = new Map<number, TestDevice>();
  /** Names of commands in order; movements as `device.feature kind value`. */
  const log: string[] = [];
  /** Commands that get no response. */
  const ignored = new Set<string>();
  /** Commands that get an error. */
  const failing = new Set<string>();
  let line: WebSocket | undefined;

  const list = (id: number) => deviceList(id, devices);
  const answer = (name: string, { Id, DeviceIndex, FeatureIndex, Command }: Command) => {
    const [kind, value] = Object.entries(Command ?? {})[0] ?? [];
    log.push(name === 'OutputCmd' ? `${DeviceIndex}.${FeatureIndex} ${kind} ${value?.Value}` : name);
    if (ignored.has(name)) return null;
    if (failing.has(name)) return error(Id, 4);
    if (name === 'RequestServerInfo') return version === 4 ? serverInfo(Id, maxPingMs) : error(Id, 1);
    return name === 'RequestDeviceList' ? list(Id) : { Ok: { Id } };
  };
  const send = (message: object | null) => message && line?.send(JSON.stringify([message]));
  server.on('connection', (socket) => {
    line = socket;
    socket.on('close', () => log.push('closed'));
    socket.on('message', (data) => {
      for (const message of JSON.parse(String(data)) as Record<string, Command>[])
        for (const [name, command] of Object.entries(message)) send(answer(name, command));
    });
  });

  return {
    address: `ws://127.0.0.1:${(server.address() as { port: number }).port}`,
    log,
    ignored,
    failing,
    add(index: number, name: string, ...features: Outputs[]) {
      devices.set(index, { name, features });
      send(list(0));
    },
    remove(index: number) {
      devices.delete(index);
      send(list(0));
    },
    hangUp: () => line?.terminate(),
    stop() {
      line?.terminate();
      server.close();
    },
  };
}
export type TestIntiface = Awaited<ReturnType<typeof startIntiface>>;

const deviceList = (id: number, devices: ReadonlyMap<number, TestDevice>) => ({
  DeviceList: {
    Id: id,
    Devices: Object.fromEntries(
      [...devices].map(([index, { name, features }]) => [
        index,
        {
          DeviceIndex: index,
          DeviceName: name,
          DeviceMessageTimingGap: 100,
          DeviceFeatures: Object.fromEntries(
            features.map((output, feature) => [
              feature,
              { FeatureIndex: feature, FeatureDescriptor: '', Output: output, Input: {} },
            ]),
          ),
        },
      ]),
    ),
  },
});

const serverInfo = (id: number, maxPingMs: number) => ({
  ServerInfo: {
    Id: id,
    ServerName: 'Test',
    MaxPingTime: maxPingMs,
    ProtocolVersionMajor: 4,
    ProtocolVersionMinor: 0,
  },
});

const error = (id: number, code: number) => ({
  Error: { Id: id, ErrorCode: code, ErrorMessage: 'refused' },
});
