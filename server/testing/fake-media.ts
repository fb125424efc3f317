import type { MediaGateway, Received, RoomState, ViewerState } from '@vonk/media';

export interface FakeMedia {
  gateway: MediaGateway;
  rooms: Map<string, RoomState>;
  viewers: Map<string, ViewerState>;
  /** Connected viewers, by room. */
  watchers: Map<string, readonly string[]>;
  dropped: string[];
  /** Current pictures, by room. */
  pictures: Map<string, Buffer>;
  /** Adds a publisher to a room; `received` says what differs from a moving picture with sound. */
  publish(room: string, received?: Partial<Received>): void;
  /** Media has reached this viewer at `at` (ms), and since the previous call unless that was more than 3 s ago. */
  deliver(subject: string, at: number): void;
}

const emptyRoom = (): RoomState => ({
  publishing: false,
  viewers: 0,
  packetsIn: 0,
  packetsOut: 0,
  lastMediaAt: null,
  received: null,
  refusedAt: null,
});

const moving: Received = {
  picture: 'moving',
  silentMs: 0,
  size: { width: 1280, height: 720 },
  framesPerSecond: 30,
  bitrate: 2_100_000,
};

export function fakeMedia(): FakeMedia {
  const rooms = new Map<string, RoomState>();
  const viewers = new Map<string, ViewerState>();
  const watchers = new Map<string, readonly string[]>();
  const dropped: string[] = [];
  const pictures = new Map<string, Buffer>();
  return {
    rooms,
    viewers,
    watchers,
    dropped,
    pictures,
    publish: (room, received) =>
      void rooms.set(room, { ...emptyRoom(), publishing: true, received: { ...moving, ...received } }),
    deliver: (subject, at) => {
      const before = viewers.get(subject) ?? { packetsOut: 0, deliveredMs: 0, lastMediaAt: at };
      const gap = Math.max(0, at - (before.lastMediaAt ?? at));
      viewers.set(subject, {
        connected: true,
        packetsOut: before.packetsOut + 100,
        deliveredMs: before.deliveredMs + (gap <= 3000 ? gap : 0),
        lastMediaAt: at,
      });
    },
    gateway: {
      shared: false,
      publishAgent: 'whip',
      publishTarget: async (room, subject) => ({
        url: `/media/whip/${room}`,
        token: `publish:${subject}`,
        expiresAt: new Date(0),
        iceServers: [{ urls: 'stun:stun.example' }],
      }),
      playTarget: async (room, subject) => ({
        agent: 'whep',
        url: `/media/whep/${room}`,
        token: `view:${subject}`,
        iceServers: [],
      }),
      room: (name) => rooms.get(name) ?? emptyRoom(),
      picture: async (name) => pictures.get(name) ?? null,
      viewer: (subject) => viewers.get(subject) ?? null,
      watchers: (room) => watchers.get(room) ?? [],
      drop: (subject) => {
        dropped.push(subject);
        viewers.delete(subject);
      },
      closeRoom: (name) => void rooms.delete(name),
      close: async () => {},
    },
  };
}
