import { createHash, createHmac, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type HandleId, hasCode, type JanusApi, JanusError, janusCode } from './api.ts';
import type { Handle, JanusLink } from './link.ts';

/** The one publisher of each room. */
export const FEED = 1;

/** Rooms of Janus have numbers: the first 52 bits of the name's digest, from 1 on. */
export function roomNumber(name: string): number {
  const digest = createHash('sha256').update(name).digest();
  return Number(digest.readBigUInt64BE(0) >> 12n) + 1;
}

const roomsSchema = z.object({
  list: z.array(z.object({ room: z.number(), description: z.string(), num_participants: z.number() })),
});
type Listed = z.infer<typeof roomsSchema>['list'];

export interface RoomKeys {
  /** `admin_key` of janus.plugin.videoroom.jcfg: without it nobody makes rooms. */
  adminKey: string;
  /** Of the product; the keys of each room are made of it. */
  secret: string;
}

/** The rooms of Janus, made when they are first needed; Janus forgets them when it restarts. */
export class JanusRooms {
  readonly #link: JanusLink;
  readonly #api: JanusApi;
  readonly #keys: RoomKeys;
  /** Numbers whose room is known to bear the name. */
  readonly #numbers = new Map<string, number>();
  #desk: { session: number; handle: Promise<Handle> } | null = null;

  constructor(link: JanusLink, api: JanusApi, keys: RoomKeys) {
    this.#link = link;
    this.#api = api;
    this.#keys = keys;
  }

  /** What whoever enters has to know; nobody outside is told. */
  pin = (name: string): string => this.#key('pin', name);
  readonly #secret = (name: string): string => this.#key('secret', name);

  /** Throws JanusError and what fetch throws. */
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

  /** Null for a room that is not open. */
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

  /** A request of the owner of a room. Throws JanusError. */
  async ask(name: string, body: Record<string, unknown>): Promise<Record<string, unknown>> {
    const room = (await this.find(name)) ?? roomNumber(name);
    return this.#api.room(await this.desk(), { ...body, room, secret: this.#secret(name) });
  }

  /** Lets somebody publish who has this token, and nobody else. */
  async allow(name: string): Promise<string> {
    const token = randomUUID();
    await this.ask(name, { request: 'allowed', action: 'add', allowed: [token] });
    return token;
  }

  /** It has been used. */
  async forbid(name: string, token: string): Promise<void> {
    await this.ask(name, { request: 'allowed', action: 'remove', allowed: [token] }).catch(() => undefined);
  }

  /** Names of rooms in which nobody publishes, whoever made them. */
  async unpublished(): Promise<string[]> {
    const rooms = await this.#list(await this.desk());
    return rooms.filter((room) => room.num_participants === 0).map(({ description }) => description);
  }

  /** Made again when it is next needed. Not one with another key, which is not the product's. */
  async remove(name: string): Promise<void> {
    await this.ask(name, { request: 'destroy', permanent: false });
    this.#numbers.delete(name);
  }

  /** The handle for all that is neither a publisher nor a viewer. */
  async desk(): Promise<HandleId> {
    const session = await this.#link.session();
    if (this.#desk?.session !== session) {
      // Another Janus, or the same one without its memory.
      this.#numbers.clear();
      const handle = this.#link.attach('vonk-desk', { gone: () => undefined });
      this.#desk = { session, handle };
      handle.catch(() => {
        this.#desk = null;
      });
    }
    return (await this.#desk.handle).id;
  }

  /** False when the number is taken. */
  async #make(desk: HandleId, number: number, name: string): Promise<boolean> {
    try {
      await this.#api.room(desk, {
        request: 'create',
        room: number,
        description: name,
        admin_key: this.#keys.adminKey,
        is_private: true,
        permanent: false,
        // The one before may still be on its way out.
        publishers: 3,
        secret: this.#secret(name),
        pin: this.pin(name),
        // Nobody, until a token is added: without any the room would be open.
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
    if (!rooms) throw new JanusError(0, 'the rooms can not be listed');
    return rooms;
  }

  #key = (kind: string, name: string): string =>
    createHmac('sha256', this.#keys.secret).update(`janus ${kind} ${name}`).digest('base64url');
}
