import { randomUUID } from 'node:crypto';
import { z } from 'zod';

/** Addresses and secrets of Janus. */
export interface JanusAddress {
  /** The Janus API over HTTP, such as http://127.0.0.1:8088/janus. */
  url: string;
  /** `api_secret` of janus.jcfg. */
  secret: string;
  /** The Admin API, such as http://127.0.0.1:7088/admin. */
  adminUrl: string;
  /** `admin_secret` of janus.jcfg. */
  adminSecret: string;
}

/** A Janus handle: one publisher, one viewer or the housekeeping of a node. */
export interface HandleId {
  session: number;
  handle: number;
}

export interface Jsep {
  type: 'offer' | 'answer';
  sdp: string;
  /** Order of an offer's layers; Janus assumes from large to small. */
  rid_order?: 'lmh';
}

const jsepSchema = z.object({ type: z.enum(['offer', 'answer']), sdp: z.string() });
const errorSchema = z.object({ code: z.number(), reason: z.string() });

/** A response or an event; each kind has some of these fields. */
const messageSchema = z.object({
  janus: z.string(),
  transaction: z.string().optional(),
  sender: z.number().optional(),
  sessions: z.array(z.number()).optional(),
  handles: z.array(z.number()).optional(),
  info: z.unknown().optional(),
  data: z.object({ id: z.number() }).optional(),
  plugindata: z.object({ data: z.record(z.string(), z.unknown()) }).optional(),
  jsep: jsepSchema.optional(),
  error: errorSchema.optional(),
});
export type JanusMessage = z.infer<typeof messageSchema>;

/** Error codes of Janus and its VideoRoom that are handled here. */
export const janusCode = {
  noSuchSession: 458,
  noSuchHandle: 459,
  noSuchRoom: 426,
  roomExists: 427,
  noSuchFeed: 428,
  unauthorized: 433,
  idInUse: 436,
} as const;

/** An error response of Janus. */
export class JanusError extends Error {
  readonly code: number;

  constructor(code: number, reason: string) {
    super(`Janus: ${reason} (${code})`);
    this.name = 'JanusError';
    this.code = code;
  }
}

export const hasCode = (error: unknown, code: number): boolean =>
  error instanceof JanusError && error.code === code;

/** Response timeout in ms. */
const ANSWER_MS = 5000;
/** Timeout of a long poll in ms; a little longer than that of Janus. */
const POLL_MS = 35_000;

const apiPath = ({ session, handle }: HandleId): string => `/${session}/${handle}`;

/** Returns the plugin's data. Throws JanusError if it contains an error. */
export function pluginData(message: JanusMessage): Record<string, unknown> {
  const data = message.plugindata?.data ?? {};
  const code = data['error_code'];
  if (typeof code === 'number') throw new JanusError(code, String(data['error']));
  return data;
}

/** Janus over HTTP: sessions are not bound to a connection, so any node can use those of another node. */
export class JanusApi {
  readonly #address: JanusAddress;
  readonly #closing = new AbortController();

  constructor(address: JanusAddress) {
    this.#address = address;
  }

  /** Throws JanusError, or the error of fetch if Janus is unreachable. */
  ask(path: string, request: Record<string, unknown>): Promise<JanusMessage> {
    const { url, secret } = this.#address;
    return this.#post(`${url}${path}`, { apisecret: secret, transaction: randomUUID(), ...request });
  }

  /** The same for the Admin API. */
  admin(path: string, request: Record<string, unknown>): Promise<JanusMessage> {
    const { adminUrl, adminSecret } = this.#address;
    return this.#post(`${adminUrl}${path}`, {
      admin_secret: adminSecret,
      transaction: randomUUID(),
      ...request,
    });
  }

  /** A synchronous VideoRoom request. */
  async room(id: HandleId, body: Record<string, unknown>): Promise<Record<string, unknown>> {
    return pluginData(await this.ask(apiPath(id), { janus: 'message', body }));
  }

  info = async (id: HandleId): Promise<unknown> =>
    (await this.admin(apiPath(id), { janus: 'handle_info' })).info;

  /** Ends a handle of any node. Does not throw: it may be gone. */
  async detach(id: HandleId): Promise<void> {
    await this.ask(apiPath(id), { janus: 'detach' }).catch(() => undefined);
  }

  /** Waits for events of a session. */
  async events(session: number): Promise<JanusMessage[]> {
    const { url, secret } = this.#address;
    const query = new URLSearchParams({ maxev: '20', apisecret: secret });
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(POLL_MS)]);
    const response = await fetch(`${url}/${session}?${query}`, { signal });
    // For an unknown session Janus answers 404 without a body.
    if (response.status === 404) throw new JanusError(janusCode.noSuchSession, 'No such session');
    const answer: unknown = await response.json();
    return [answer].flat().map(readMessage);
  }

  close(): void {
    this.#closing.abort();
  }

  async #post(url: string, request: Record<string, unknown>): Promise<JanusMessage> {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const answer = await fetch(url, { method: 'POST', body: JSON.stringify(request), signal });
    return readMessage(await answer.json());
  }
}

function readMessage(answer: unknown): JanusMessage {
  const message = messageSchema.parse(answer);
  if (message.error) throw new JanusError(message.error.code, message.error.reason);
  return message;
}

/** Owner of a handle, which every node reads from the Admin API. */
export interface Owner {
  right: 'publish' | 'view';
  room: string;
  subject: string;
}

const ownerSchema = z.tuple([z.literal('vonk'), z.enum(['publish', 'view']), z.string(), z.string()]);

export const opaqueOf = ({ right, room, subject }: Owner): string =>
  JSON.stringify(['vonk', right, room, subject]);

/** Null if the handle is not one of ours. */
export function ownerOf(opaque: string | undefined): Owner | null {
  try {
    const [, right, room, subject] = ownerSchema.parse(JSON.parse(opaque ?? ''));
    return { right, room, subject };
  } catch {
    return null;
  }
}
