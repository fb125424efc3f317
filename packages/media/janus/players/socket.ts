import { randomInt } from 'node:crypto';
import type { WebSocket } from 'ws';
import { z } from 'zod';
import type { Grant } from '../../whip/door.ts';
import { Refusal } from '../../whip/refusal.ts';
import { JanusError, janusCode } from '../api.ts';
import type { JanusViewers, View } from '../view.ts';

/** ms within which a line has to join a room. */
const JOIN_MS = 10_000;
/** Janus error codes of refusals. */
const refused = { unauthorized: 433, full: 432, tooMany: 503, unknown: 499, notAllowed: 403 } as const;

/** Close codes of a page that ended its WebSocket; after other codes its player may still play. */
const pageCloseCodes: ReadonlySet<number> = new Set([1000, 1001, 1005]);

export interface PlayerSocketParts {
  viewers: JanusViewers;
  authorize(token: string, room: string): Promise<Grant | null>;
  /** Throws Refusal. */
  limit(subject: string): Promise<void>;
  hasSeat(room: string, subject: string): boolean;
  isPublishing(room: string): boolean;
  /** Whether other nodes continue this process's sessions. */
  shared: boolean;
  isClosing(): boolean;
  log?: ((event: string, fields: Readonly<Record<string, unknown>>) => void) | undefined;
}

type Join = Extract<Extract<PlayerMessage, { janus: 'message' }>['body'], { request: 'join' }>;

const SESSION_IDS = 2 ** 48 - 1;

class PlayerSocket {
  readonly #line: WebSocket;
  readonly #parts: PlayerSocketParts;
  readonly #session = randomInt(1, SESSION_IDS);
  readonly #handle = randomInt(1, SESSION_IDS);
  #view: View | null = null;
  #joining = false;

  constructor(line: WebSocket, parts: PlayerSocketParts) {
    this.#line = line;
    this.#parts = parts;
  }

  get joined(): boolean {
    return this.#view !== null;
  }

  async take(text: string): Promise<void> {
    const message = readPlayerMessage(text);
    if (!message)
      return this.#say({ janus: 'error', error: this.#error(refused.notAllowed, 'Not for players') });
    const { transaction } = message;
    switch (message.janus) {
      case 'create':
        return this.#say({ janus: 'success', transaction, data: { id: this.#session } });
      case 'attach':
        return this.#say({ janus: 'success', transaction, data: { id: this.#handle } });
      case 'keepalive':
        return this.#say({ janus: 'ack', transaction });
      case 'trickle':
        this.#say({ janus: 'ack', transaction });
        return this.#view?.trickle(message.candidate);
      case 'message':
        this.#say({ janus: 'ack', transaction });
        return this.#message(message);
      default:
        this.end('left');
        return this.#say({ janus: 'success', transaction });
    }
  }

  end(reason: string): void {
    this.#view?.end(reason);
    this.#view = null;
  }

  closed(code: number): void {
    const { shared, isClosing } = this.#parts;
    // Media does not depend on this line: it continues until the page or the product ends it.
    if (pageCloseCodes.has(code) || (isClosing() && !shared)) this.end('left');
  }

  async #message({ transaction, body, jsep }: Extract<PlayerMessage, { janus: 'message' }>): Promise<void> {
    try {
      if (body.request === 'join') return await this.#join(transaction, body);
      if (!this.#view || !jsep) throw new JanusError(refused.notAllowed, 'Join a room before start');
      await this.#view.start(jsep);
      this.#event(transaction, { videoroom: 'event', started: 'ok' });
    } catch (error) {
      const { code, message } = this.#reason(error);
      this.#event(transaction, { videoroom: 'event', error_code: code, error: message });
    }
  }

  async #join(transaction: string, { room, token }: Join): Promise<void> {
    const { viewers, authorize, limit, hasSeat, isPublishing } = this.#parts;
    if (this.#joining || this.#view) throw new JanusError(refused.notAllowed, 'A room was joined already');
    this.#joining = true;
    try {
      const grant = await this.#grant(token, room);
      await limit(grant.subject);
      if (!isPublishing(room)) throw new JanusError(janusCode.noSuchFeed, 'Nothing is published here now');
      if (!hasSeat(room, grant.subject)) throw new JanusError(refused.full, 'The room is full');
      const view = await viewers.open({
        room,
        subject: grant.subject,
        onEnd: (reason) => this.#ended(reason),
      });
      // The token may have been revoked meanwhile, before there was a view to end.
      if (this.#line.readyState !== this.#line.OPEN || !(await authorize(token, room))) {
        view.end('revoked');
        throw new JanusError(refused.unauthorized, 'The token is not valid for this room');
      }
      this.#view = view;
      this.#event(transaction, { videoroom: 'attached', room }, view.offer);
    } finally {
      this.#joining = false;
    }
  }

  async #grant(token: string, room: string): Promise<Grant> {
    const grant = await this.#parts.authorize(token, room);
    if (!grant) throw new JanusError(refused.unauthorized, 'The token is not valid for this room');
    return grant;
  }

  #ended(reason: string): void {
    this.#view = null;
    this.#say({ janus: 'hangup', session_id: this.#session, sender: this.#handle, reason });
  }

  #reason(error: unknown): { code: number; message: string } {
    if (error instanceof JanusError) {
      const code = error.code === janusCode.noSuchRoom ? janusCode.noSuchFeed : error.code;
      return { code, message: error.message };
    }
    if (error instanceof Refusal) return { code: refused.tooMany, message: error.message };
    this.#parts.log?.('media.request.failed', { error });
    return { code: refused.unknown, message: 'The media server does not answer' };
  }

  #error = (code: number, reason: string) => ({ code, reason });

  #event(transaction: string, data: Record<string, unknown>, jsep?: unknown): void {
    const plugindata = { plugin: 'janus.plugin.videoroom', data };
    const from = { session_id: this.#session, sender: this.#handle };
    this.#say({ janus: 'event', transaction, ...from, plugindata, ...(jsep ? { jsep } : {}) });
  }

  #say(message: Record<string, unknown>): void {
    if (this.#line.readyState === this.#line.OPEN) this.#line.send(JSON.stringify(message));
  }
}

/** Serves one line until it closes. */
export function servePlayer(line: WebSocket, parts: PlayerSocketParts): void {
  const player = new PlayerSocket(line, parts);
  const tooLong = setTimeout(() => {
    if (!player.joined) line.close(1008, 'no room was joined');
  }, JOIN_MS).unref();
  line.on('message', (data, isBinary) => {
    if (!isBinary) void player.take(data.toString());
  });
  line.on('error', () => line.terminate());
  line.on('close', (code) => {
    clearTimeout(tooLong);
    player.closed(code);
  });
}

/** The allowed part of the Janus API: watching one room. */
const candidateSchema = z.union([
  z.object({
    candidate: z.string().max(1000),
    sdpMid: z.string().max(20).nullish(),
    sdpMLineIndex: z.number().int().nullish(),
  }),
  z.object({ completed: z.literal(true) }),
]);

const common = { transaction: z.string().max(100) };

export const playerMessageSchema = z.discriminatedUnion('janus', [
  z.object({ ...common, janus: z.literal('create') }),
  z.object({ ...common, janus: z.literal('attach'), plugin: z.literal('janus.plugin.videoroom') }),
  z.object({
    ...common,
    janus: z.literal('message'),
    body: z.discriminatedUnion('request', [
      z.object({
        request: z.literal('join'),
        ptype: z.literal('subscriber'),
        room: z.string().regex(/^[\w-]{1,64}$/),
        token: z.string().max(2000),
      }),
      z.object({ request: z.literal('start') }),
    ]),
    jsep: z.object({ type: z.literal('answer'), sdp: z.string().max(64 * 1024) }).optional(),
  }),
  z.object({ ...common, janus: z.literal('trickle'), candidate: candidateSchema }),
  z.object({ ...common, janus: z.literal('keepalive') }),
  z.object({ ...common, janus: z.literal('detach') }),
  z.object({ ...common, janus: z.literal('destroy') }),
]);
export type PlayerMessage = z.infer<typeof playerMessageSchema>;

/** Null if a player may not send it. */
export function readPlayerMessage(text: string): PlayerMessage | null {
  try {
    return playerMessageSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
