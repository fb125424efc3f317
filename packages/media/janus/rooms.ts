import { createHash, createHmac, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type HandleId, hasCode, type JanusApi, JanusError, janusCode } from './api.ts';
import type { Handle, JanusLink } from './link.ts';

/** Publisher id, the same in each room. */
export const FEED = 1;

/** Janus' number of a room: the first 52 bits of the name's digest, plus 1. */
export function roomNumber(name: string): number {
  const digest = createHash('sha256').update(name).digest();
  return Number(digest.readBigUInt64BE(0) >> 12n) + 1;
}

const roomsSchema = z.object({
  list: z.array(z.object({ room: z.number(), description: z.string(), num_participants: z.number() })),
});
type Listed = z.infer<typeof roomsSchema>['list'];

export interface RoomKeys {
  /** `admin_key` of janus.plugin.videoroom.jcfg, required to create rooms. */
  adminKey: string;
  /** The product's secret, from which the keys of each room are derived. */
  secret: string;
}

/** Janus' rooms, created on first use; a restart of Janus deletes them. */
export class JanusRooms {
  readonly #link: JanusLink;
  readonly #api: JanusApi;
  readonly #keys: RoomKeys;
  /** Verified room numbers by name. */
  readonly #numbers = new Map<string, number>();
  #desk: { session: number; handle: Promise<Handle> } | null = null;

  constructor(link: JanusLink, api: JanusApi, keys: RoomKeys) {
    this.#link = link;
    this.#api = api;
    this.#keys = keys;
  }

  /** PIN required to join a room; never sent to clients. */
  pin = (name: string): string => this.#key('pin', name);
  readonly #secret = (name: string): string => this.#key('secret', name);

  /** Opens a room and returns its number. Throws JanusError and errors of fetch. */
  async open(name: string): Promise<number> {
    const desk = await this.desk();
    const known = this.#numbers.get(name) ?? roomNumber(name);
    for (let number = known; ; number += 1) {
      if ((await this.#make(desk, number, name)) || (await this.#nameOf(desk, number)) === name) {
        this.#numbers.set(name, number);
        return number;
      }
    }
  }

  /** Null if the room is not open. */
  async find(name: string): Promise<number | null> {
    const desk = await this.desk();
    for (let number = this.#numbers.get(name) ?? roomNumber(name); ; number += 1) {
      if (this.#numbers.get(name) === number) return number;
      const found = await this.#nameOf(desk, number);
      if (found === undefined) return null;
      if (found !== name) continue;
      this.#numbers.set(name, number);
      return number;
    }
  }

  /** A request with the room's secret. Throws JanusError. */
  async ask(name: string, body: Record<string, unknown>): Promise<Record<string, unknown>> {
    const room = (await this.find(name)) ?? roomNumber(name);
    return this.#api.room(await this.desk(), { ...body, room, secret: this.#secret(name) });
  }

  /** Adds and returns a token that allows publishing. */
  async allow(name: string): Promise<string> {
    const token = randomUUID();
    await this.ask(name, { request: 'allowed', action: 'add', allowed: [token] });
    return token;
  }

  /** Removes a used token. */
  async forbid(name: string, token: string): Promise<void> {
    await this.ask(name, { request: 'allowed', action: 'remove', allowed: [token] }).catch(() => undefined);
  }

  /** Names of all rooms without a publisher, also those of other processes. */
  async unpublished(): Promise<string[]> {
    const rooms = await this.#list(await this.desk());
    return rooms.filter((room) => room.num_participants === 0).map(({ description }) => description);
  }

  /** Removes a room; the next use creates it again. Throws for rooms with another key, which are not the product's. */
  async remove(name: string): Promise<void> {
    await this.ask(name, { request: 'destroy', permanent: false });
    this.#numbers.delete(name);
  }

  /** The handle for requests about rooms. */
  async desk(): Promise<HandleId> {
    const session = await this.#link.session();
    if (this.#desk?.session !== session) {
      // Janus was replaced or restarted.
      this.#numbers.clear();
      const handle = this.#link.attach('vonk-desk', { gone: () => undefined });
      this.#desk = { session, handle };
      handle.catch(() => {
        this.#desk = null;
      });
    }
    return (await this.#desk.handle).id;
  }

  /** Returns false if the number is taken. */
  async #make(desk: HandleId, number: number, name: string): Promise<boolean> {
    try {
      await this.#api.room(desk, {
        request: 'create',
        room: number,
        description: name,
        admin_key: this.#keys.adminKey,
        is_private: true,
        permanent: false,
        // The previous publisher may not be removed yet.
        publishers: 3,
        secret: this.#secret(name),
        pin: this.pin(name),
        // A random token locks the room: with an empty list it would be open to all.
        allowed: [randomUUID()],
        audiocodec: 'opus',
        videocodec: 'vp8,h264',
        h264_profile: '42e01f',
        notify_joining: false,
      });
      return true;
    } catch (error) {
      if (hasCode(error, janusCode.roomExists)) return false;
      throw error;
    }
  }

  async #nameOf(desk: HandleId, number: number): Promise<string | undefined> {
    return (await this.#list(desk)).find(({ room }) => room === number)?.description;
  }

  async #list(desk: HandleId): Promise<Listed> {
    const answer = await this.#api.room(desk, { request: 'list', admin_key: this.#keys.adminKey });
    const rooms = roomsSchema.safeParse(answer).data?.list;
    if (!rooms) throw new JanusError(0, 'Janus returned no list of rooms');
    return rooms;
  }

  #key = (kind: string, name: string): string =>
    createHmac('sha256', this.#keys.secret).update(`janus ${kind} ${name}`).digest('base64url');
}

/** ms after which an empty room is removed. */
export const EMPTY_MS = 60_000;

interface EmptyRoomsParts {
  rooms: Pick<JanusRooms, 'unpublished' | 'remove'>;
  emptyMs: number;
  now: () => number;
  /** Whether this node is the one that counts viewers for all nodes. */
  leads(): boolean;
  /** Whether the room has a publisher or viewer, as far as the counts and this node know. */
  isUsed(room: string): boolean;
  /** Runs the work when no other work of the room is pending. */
  whenIdle(room: string, work: () => Promise<void>): Promise<void>;
}

/** Removes empty rooms, also those of earlier processes: Janus itself keeps them for ever. */
export class EmptyRooms {
  readonly #parts: EmptyRoomsParts;
  /** By room: when it was first seen empty. */
  #since = new Map<string, number>();
  /** Rooms with another key, which do not belong to the product. */
  readonly #strange = new Set<string>();
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: EmptyRoomsParts) {
    this.#parts = parts;
  }

  /** Call often; checks every quarter of `emptyMs`. */
  async look(): Promise<void> {
    const { rooms, emptyMs, now, leads, isUsed } = this.#parts;
    if (now() - this.#lookedAt < emptyMs / 4) return;
    this.#lookedAt = now();
    if (!leads()) {
      this.#since.clear();
      return;
    }
    const before = this.#since;
    const empty = (await rooms.unpublished()).filter((room) => !isUsed(room) && !this.#strange.has(room));
    this.#since = new Map(empty.map((room) => [room, before.get(room) ?? now()]));
    const old = empty.filter((room) => now() - (this.#since.get(room) ?? now()) >= emptyMs);
    await Promise.all(old.map((room) => this.#remove(room)));
  }

  async #remove(room: string): Promise<void> {
    const { rooms, isUsed, whenIdle } = this.#parts;
    try {
      await whenIdle(room, async () => {
        if (!isUsed(room)) await rooms.remove(room);
      });
      this.#since.delete(room);
    } catch (error) {
      if (hasCode(error, janusCode.unauthorized)) this.#strange.add(room);
      throw error;
    }
  }
}
