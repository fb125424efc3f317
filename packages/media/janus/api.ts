import { randomUUID } from 'node:crypto';
import { z } from 'zod';

/** Where Janus is asked, and what it wants to hear. */
export interface JanusAddress {
  /** Of the Janus API over HTTP, as http://127.0.0.1:8088/janus. */
  url: string;
  /** `api_secret` of janus.jcfg. */
  secret: string;
  /** Of the Admin API, as http://127.0.0.1:7088/admin. */
  adminUrl: string;
  /** `admin_secret` of janus.jcfg. */
  adminSecret: string;
}

/** A handle of Janus: one publisher, one viewer or the housekeeping of a node. */
export interface HandleId {
  session: number;
  handle: number;
}

export interface Jsep {
  type: 'offer' | 'answer';
  sdp: string;
}

const jsepSchema = z.object({ type: z.enum(['offer', 'answer']), sdp: z.string() });
const errorSchema = z.object({ code: z.number(), reason: z.string() });

/** An answer or an event; each kind has some of these. */
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

/** Codes of Janus and of its VideoRoom that mean something here. */
export const janusCode = {
  noSuchSession: 458,
  noSuchHandle: 459,
  noSuchRoom: 426,
  roomExists: 427,
  noSuchFeed: 428,
  unauthorized: 433,
  idInUse: 436,
} as const;

/** What Janus said no to. */
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

/** ms that an answer may take. */
const ANSWER_MS = 5000;
/** ms after which Janus ends a look for events by itself, and a little more. */
const POLL_MS = 35_000;

const apiPath = ({ session, handle }: HandleId): string => `/${session}/${handle}`;

/** Throws JanusError for what a plugin refused, in an answer or an event. */
export function pluginData(message: JanusMessage): Record<string, unknown> {
  const data = message.plugindata?.data ?? {};
  const code = data['error_code'];
  if (typeof code === 'number') throw new JanusError(code, String(data['error']));
  return data;
}

/** Janus over HTTP: a session is not bound to a connection, so any node can go on with one of another node. */
export class JanusApi {
  readonly #address: JanusAddress;
  readonly #closing = new AbortController();

  constructor(address: JanusAddress) {
    this.#address = address;
  }

  /** Throws JanusError, or what fetch throws while nobody listens there. */
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

  /** A request of the VideoRoom that is answered at once. */
  async room(id: HandleId, body: Record<string, unknown>): Promise<Record<string, unknown>> {
    return pluginData(await this.ask(apiPath(id), { janus: 'message', body }));
  }

  info = async (id: HandleId): Promise<unknown> =>
    (await this.admin(apiPath(id), { janus: 'handle_info' })).info;

  /** Ends a handle, whichever node it belongs to. Does not throw: it may be gone. */
  async detach(id: HandleId): Promise<void> {
    await this.ask(apiPath(id), { janus: 'detach' }).catch(() => undefined);
  }

  /** Waits for events of a session. */
  async events(session: number): Promise<JanusMessage[]> {
    const { url, secret } = this.#address;
    const query = new URLSearchParams({ maxev: '20', apisecret: secret });
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(POLL_MS)]);
    const response = await fetch(`${url}/${session}?${query}`, { signal });
    // Of a session that it does not know, Janus says so without a word.
    if (response.status === 404) throw new JanusError(janusCode.noSuchSession, 'no such session');
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
