import type { Received, RoomState, ViewerState } from '../port/gateway.ts';
import type { MediaStats } from '../port/served.ts';
import type { Shown, ViewerOrder } from './protocol.ts';

/** The open connection of a player. */
export interface View {
  readonly room: string;
  show(what: Shown): void;
  end(): void;
}

interface Room {
  /** Null while nothing is published. */
  publisher: string | null;
  meter: Meter;
}

interface Viewer {
  order: ViewerOrder;
  views: Set<View>;
  /** Of its last view. */
  room: string;
  meter: Meter;
}

/** A stage has no media to measure. */
const moving: Received = { picture: 'moving', silentMs: 0, size: null, framesPerSecond: null, bitrate: 0 };

/** The rooms of a stage with their publishers and viewers. */
export class House {
  readonly #now: () => number;
  readonly #rooms = new Map<string, Room>();
  readonly #viewers = new Map<string, Viewer>();

  constructor(now: () => number) {
    this.#now = now;
  }

  publish(name: string, publisher: string | null): void {
    const room = this.#rooms.get(name) ?? { publisher, meter: createMeter(this.#now) };
    this.#rooms.set(name, room);
    room.publisher = publisher;
    room.meter.run(publisher !== null);
    for (const viewer of this.#viewers.values()) this.#refresh(viewer);
  }

  /** Returns a function that leaves the room. */
  enter(subject: string, view: View): () => void {
    const viewer = this.#viewer(subject, view.room);
    viewer.room = view.room;
    viewer.views.add(view);
    this.#refresh(viewer);
    return () => {
      viewer.views.delete(view);
      this.#refresh(viewer);
    };
  }

  order(subject: string, room: string, order: ViewerOrder): void {
    const viewer = this.#viewer(subject, room);
    viewer.order = order;
    this.#refresh(viewer);
  }

  /** Ends the subject's broadcasts and views. */
  drop(subject: string): void {
    for (const [name, { publisher }] of this.#rooms) if (publisher === subject) this.publish(name, null);
    for (const view of this.#viewers.get(subject)?.views ?? []) view.end();
  }

  closeRoom(name: string): void {
    if (this.#rooms.has(name)) this.publish(name, null);
    this.endViews((view) => view.room === name);
  }

  endViews(isMeant: (view: View) => boolean = () => true): void {
    for (const { views } of this.#viewers.values()) for (const view of [...views].filter(isMeant)) view.end();
  }

  room(name: string): RoomState {
    const room = this.#rooms.get(name);
    const viewers = [...this.#viewers.values()].filter((viewer) => viewer.room === name);
    return {
      publishing: this.#isPublishing(name),
      viewers: viewers.reduce((sum, viewer) => sum + connections(viewer), 0),
      packetsIn: room?.meter.packets ?? 0,
      packetsOut: viewers.reduce((sum, { meter }) => sum + meter.packets, 0),
      lastMediaAt: room?.meter.lastAt ?? null,
      received: this.#isPublishing(name) ? moving : null,
      refusedAt: null,
    };
  }

  viewer(subject: string): ViewerState | null {
    const viewer = this.#viewers.get(subject);
    if (!viewer) return null;
    const { packets: packetsOut, ms: deliveredMs, lastAt: lastMediaAt } = viewer.meter;
    return { connected: connections(viewer) > 0, packetsOut, deliveredMs, lastMediaAt };
  }

  watchers(room: string): string[] {
    const isHere = ([, viewer]: [string, Viewer]): boolean => viewer.room === room && connections(viewer) > 0;
    return [...this.#viewers].filter(isHere).map(([subject]) => subject);
  }

  stats(): MediaStats {
    const states = [...this.#rooms.keys()].map((name) => this.room(name));
    const sum = (count: (state: RoomState) => number) =>
      states.reduce((total, state) => total + count(state), 0);
    return {
      rooms: states.filter(({ publishing, viewers }) => publishing || viewers > 0).length,
      publishers: sum(({ publishing }) => Number(publishing)),
      viewers: sum(({ viewers }) => viewers),
      packetsIn: sum(({ packetsIn }) => packetsIn),
      packetsOut: sum(({ packetsOut }) => packetsOut),
    };
  }

  #isPublishing(name: string): boolean {
    return typeof this.#rooms.get(name)?.publisher === 'string';
  }

  #viewer(subject: string, room: string): Viewer {
    const known = this.#viewers.get(subject);
    if (known) return known;
    const viewer: Viewer = { order: 'delivering', views: new Set(), room, meter: createMeter(this.#now) };
    this.#viewers.set(subject, viewer);
    return viewer;
  }

  #refresh({ order, views, meter }: Viewer): void {
    const open = [...views];
    meter.run(order === 'delivering' && open.some(({ room }) => this.#isPublishing(room)));
    for (const view of open) view.show(this.#isPublishing(view.room) ? order : 'waiting');
  }
}

const connections = ({ order, views }: Viewer): number => (order === 'gone' ? 0 : views.size);

const PACKET_MS = 20;

/** Counts the time while media runs, by a clock that a test may move. */
export interface Meter {
  /** Starts or stops counting. */
  run(isRunning: boolean): void;
  /** Whole ms. */
  readonly ms: number;
  readonly packets: number;
  /** Now while it runs, otherwise when it stopped; null before the first run. */
  readonly lastAt: number | null;
}

export function createMeter(now: () => number): Meter {
  let before = 0;
  let since: number | null = null;
  let halted: number | null = null;
  const ms = () => before + (since === null ? 0 : Math.max(0, Math.floor(now() - since)));
  return {
    run: (isRunning) => {
      if (isRunning === (since !== null)) return;
      if (!isRunning) {
        before = ms();
        halted = Math.floor(now());
      }
      since = isRunning ? now() : null;
    },
    get ms() {
      return ms();
    },
    get packets() {
      return Math.floor(ms() / PACKET_MS);
    },
    get lastAt() {
      return since === null ? halted : Math.floor(now());
    },
  };
}
