import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type HandleId, hasCode, type JanusApi, type JanusMessage, type Jsep, janusCode } from './api.ts';

/** ms between attempts to reach Janus. */
const RETRY_MS = [100, 250, 500, 1000, 2000] as const;
/** Timeout in ms of the event that answers a request. */
const EVENT_MS = 5000;

export interface HandleEvents {
  /** Called when Janus has lost the peer or dropped the handle. */
  gone(reason: string): void;
}

interface Waiting {
  resolve(message: JanusMessage): void;
  reject(error: Error): void;
}

/** A handle of this node's session. */
export interface Handle {
  readonly id: HandleId;
  /** Resolves to the event that answers the request. Throws JanusError. */
  send(body: Record<string, unknown>, jsep?: Jsep): Promise<JanusMessage>;
  trickle(candidates: readonly unknown[]): Promise<void>;
  detach(): Promise<void>;
}

/**
 * This node's session at Janus, with the long poll for its events. If Janus drops the session, all its handles get
 * `gone`, and the next handle is attached to a new session.
 */
export class JanusLink {
  readonly #api: JanusApi;
  readonly #waiting = new Map<string, Waiting>();
  readonly #handles = new Map<number, HandleEvents>();
  #session: Promise<number> | null = null;
  /** The session's id; null until it is open. */
  known: number | null = null;
  #closed = false;

  constructor(api: JanusApi) {
    this.#api = api;
  }

  /** `opaque`: data that all nodes read from the Admin API. */
  async attach(opaque: string, events: HandleEvents): Promise<Handle> {
    const session = await this.session();
    const request = { janus: 'attach', plugin: 'janus.plugin.videoroom', opaque_id: opaque };
    const { data } = await this.#api.ask(`/${session}`, request).catch((error: unknown) => {
      if (hasCode(error, janusCode.noSuchSession) && this.known === session)
        this.#forget('media-server-restarted');
      throw error;
    });
    const handle = data?.id ?? 0;
    this.#handles.set(handle, events);
    const id = { session, handle };
    return {
      id,
      send: (body, jsep) => this.#send(id, body, jsep),
      trickle: async (candidates) => {
        if (candidates.length === 0) return;
        const trickle = { janus: 'trickle', candidates };
        await this.#api.ask(`/${session}/${handle}`, trickle).catch(() => undefined);
      },
      detach: () => {
        this.#handles.delete(handle);
        return this.#api.detach(id);
      },
    };
  }

  /** Repeats the work once with a new session if Janus has dropped the current one. */
  async renewed<T>(work: () => Promise<T>): Promise<T> {
    const session = this.known;
    try {
      return await work();
    } catch (error) {
      if (!hasCode(error, janusCode.noSuchSession)) throw error;
      if (session !== null && this.known === session) this.#forget('media-server-restarted');
      return work();
    }
  }

  /** Opens the session on first use. */
  session(): Promise<number> {
    if (this.#closed) return Promise.reject(new Error('The gateway to Janus is closed'));
    this.#session ??= this.#open();
    return this.#session;
  }

  /** Leaves the handles open: other nodes continue them, or Janus drops them with the session. */
  close(): void {
    this.#closed = true;
    this.#handles.clear();
    for (const { reject } of this.#waiting.values()) reject(new Error('The gateway to Janus is closed'));
  }

  async #open(): Promise<number> {
    try {
      const { data } = await this.#api.ask('', { janus: 'create' });
      const session = data?.id ?? 0;
      this.known = session;
      void this.#listen(session);
      return session;
    } catch (error) {
      this.#session = null;
      throw error;
    }
  }

  async #send({ session, handle }: HandleId, body: Record<string, unknown>, jsep?: Jsep) {
    const transaction = randomUUID();
    const answered = new Promise<JanusMessage>((resolve, reject) => {
      this.#waiting.set(transaction, { resolve, reject });
    });
    const tooLong = setTimeout(
      () => this.#waiting.get(transaction)?.reject(new Error('Janus does not answer')),
      EVENT_MS,
    );
    try {
      const request = { janus: 'message', transaction, body, ...(jsep ? { jsep } : {}) };
      const [, event] = await Promise.all([this.#api.ask(`/${session}/${handle}`, request), answered]);
      return event;
    } finally {
      clearTimeout(tooLong);
      this.#waiting.delete(transaction);
    }
  }

  async #listen(session: number): Promise<void> {
    let failures = 0;
    while (!this.#closed) {
      try {
        for (const event of await this.#api.events(session)) this.#hear(event);
        failures = 0;
      } catch (error) {
        if (this.#closed) return;
        if (hasCode(error, janusCode.noSuchSession)) {
          // Another request may have noticed it before.
          if (this.known === session) this.#forget('media-server-restarted');
          return;
        }
        await sleep(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]);
        failures += 1;
      }
    }
  }

  #hear(event: JanusMessage): void {
    const waiting = this.#waiting.get(event.transaction ?? '');
    if (waiting) {
      waiting.resolve(event);
      return;
    }
    const events = this.#handles.get(event.sender ?? 0);
    if (event.janus !== 'hangup' && event.janus !== 'detached') return;
    this.#handles.delete(event.sender ?? 0);
    events?.gone(event.janus);
  }

  #forget(reason: string): void {
    this.#session = null;
    this.known = null;
    const handles = [...this.#handles.values()];
    this.#handles.clear();
    for (const { reject } of this.#waiting.values()) reject(new Error('The Janus session was lost'));
    for (const events of handles) events.gone(reason);
  }
}
