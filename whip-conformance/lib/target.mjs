// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { header, send } from './http.mjs';
import { Skip } from './outcome.mjs';
import { makeFragment, makeOffer, valueIn } from './sdp.mjs';
/** @import { Ask, Protocol, Reply } from './types.d.ts' */

export const sdpType = 'application/sdp';
export const fragmentType = 'application/trickle-ice-sdpfrag';

/** s that a 429 or 503 is waited for at most. */
const longestWait = 30;

/** An opened WHIP or WHEP session. */
export class Session {
  /** @param {Target} target @param {Reply} reply @param {string} offer */
  constructor(target, reply, offer) {
    this.target = target;
    this.reply = reply;
    this.offer = offer;
    this.answer = reply.body;
    this.etag = header(reply, 'etag');
    this.url = new URL(header(reply, 'location') ?? '', reply.url).href;
    this.ice = { ufrag: valueIn(offer, 'a=ice-ufrag:') ?? '', pwd: valueIn(offer, 'a=ice-pwd:') ?? '' };
  }

  /**
   * @param {string} body
   * @param {{ match?: string | null, type?: string, token?: string | null, impatient?: boolean }} [options] `match`: null for
   *   no If-Match, the current tag unless given
   */
  patch(body, { match = this.etag ?? null, type = fragmentType, ...rest } = {}) {
    const headers = { 'Content-Type': type, ...(match === null ? {} : { 'If-Match': match }) };
    return this.target.ask('PATCH', this.url, { headers, body, ...rest });
  }

  /** @param {{ match?: string | null, lines?: readonly string[] }} [options] */
  trickle({ match, lines } = {}) {
    return this.patch(
      makeFragment({ ...this.ice, ...(lines ? { lines } : {}) }),
      match === undefined ? {} : { match },
    );
  }

  /** @param {{ ufrag: string, pwd: string }} ice @param {string} [match] */
  restart(ice, match = '*') {
    return this.patch(makeFragment(ice), { match });
  }

  /** @param {Ask} [ask] */
  end(ask) {
    return this.target.ask('DELETE', this.url, ask);
  }
}

/** A server as one protocol sees it. */
export class Target {
  /** @type {Map<string, Promise<unknown>>} */
  #once = new Map();

  /**
   * @param {{ protocol: Protocol, url: string, token: string | undefined, otherToken: string | undefined, timeoutMs: number,
   *   burst: number, whip: string | undefined, whipToken: string | undefined }} options
   */
  constructor(options) {
    this.protocol = options.protocol;
    this.url = options.url;
    this.token = options.token;
    this.otherToken = options.otherToken;
    this.timeoutMs = options.timeoutMs;
    this.burst = options.burst;
    /** Where a WHEP server's media comes from. */
    this.whip = options.whip;
    this.whipToken = options.whipToken;
    /** @type {import('./peer.mjs').Broadcast | null} */
    this.broadcast = null;
    this.direction = options.protocol === 'whip' ? 'recvonly' : 'sendonly';
  }

  /** @param {string} method @param {string} [url] @param {Ask} [ask] @returns {Promise<Reply>} */
  async ask(method, url = this.url, ask = {}) {
    const { token = this.token, headers, body, impatient = false } = ask;
    const authorization = token === null || token === undefined ? {} : { Authorization: `Bearer ${token}` };
    for (let tries = 0; ; tries += 1) {
      const request = { method, headers: { ...authorization, ...headers }, body, timeoutMs: this.timeoutMs };
      const reply = await send(url, request);
      if (impatient || reply.status !== 429 || tries === 3) return reply;
      const seconds = Math.min(Number(header(reply, 'retry-after')) || 1, longestWait);
      await sleep(seconds * 1000);
    }
  }

  /** @param {string} offer @param {Ask} [ask] @returns {Promise<Reply>} after temporary redirections */
  async post(offer, ask = {}) {
    let url = this.url;
    for (let redirections = 0; ; redirections += 1) {
      const headers = { 'Content-Type': sdpType, ...ask.headers };
      const reply = await this.ask('POST', url, { ...ask, headers, body: offer });
      const location = header(reply, 'location');
      if (![307, 308].includes(reply.status) || !location || redirections === 5) return reply;
      url = new URL(location, url).href;
    }
  }

  /** A POST whose session, if there is one, is ended at once. @param {string} offer @param {Ask} [ask] */
  async try(offer, ask = {}) {
    const reply = await this.post(offer, ask);
    if (reply.status === 201 && header(reply, 'location')) await new Session(this, reply, offer).end();
    return reply;
  }

  /**
   * Opens a session, and ends it however it goes.
   * @template T
   * @param {(session: Session) => Promise<T>} use
   * @param {string} [offer]
   * @returns {Promise<T>}
   */
  async withSession(use, offer = makeOffer(this.protocol)) {
    const reply = await this.post(offer);
    if (reply.status !== 201 || !header(reply, 'location')) {
      throw new Skip(`no session could be opened: POST was answered with ${reply.status}`);
    }
    const session = new Session(this, reply, offer);
    try {
      return await use(session);
    } finally {
      await session.end().catch(() => {});
    }
  }

  /**
   * What several checks look at is asked for once.
   * @template T
   * @param {string} name
   * @param {() => Promise<T>} ask
   * @returns {Promise<T>}
   */
  once(name, ask) {
    const known = /** @type {Promise<T> | undefined} */ (this.#once.get(name));
    const asked = known ?? ask();
    this.#once.set(name, asked);
    return asked;
  }

  /** The life of one session from POST to a PATCH after its end. */
  life() {
    return this.once('life', () =>
      this.withSession(async (session) => {
        const requests = {
          get: await this.ask('GET', session.url),
          head: await this.ask('HEAD', session.url),
          options: await this.ask('OPTIONS', session.url, { token: null }),
          put: await this.ask('PUT', session.url, { body: 'x' }),
          post: await this.ask('POST', session.url, { headers: { 'Content-Type': 'text/plain' }, body: 'x' }),
        };
        const ended = await session.end({ headers: { 'If-Match': '"another"' } });
        return {
          session,
          reply: session.reply,
          ...requests,
          ended,
          again: await session.end(),
          late: await session.trickle(),
        };
      }),
    );
  }

  /** Two offers, and what came back. */
  pair() {
    return this.once('pair', async () => {
      const one = await this.withSession(async (session) => session);
      const two = await this.withSession(async (session) => session);
      return [one, two];
    });
  }

  /** Throws Skip where candidates cannot be trickled. */
  async requireTrickle() {
    const { status } = await this.once('trickle', () => this.withSession((session) => session.trickle()));
    if ([404, 405, 422, 501].includes(status)) throw new Skip(`Trickle ICE is not supported (${status})`);
  }

  /** Throws Skip without ICE restarts. */
  async requireRestart() {
    const { status } = await this.once('restart', () =>
      this.withSession((session) =>
        session.restart({ ufrag: 'probeprobe', pwd: 'probeprobeprobeprobeprobe' }),
      ),
    );
    if ([404, 405, 422, 501].includes(status)) throw new Skip(`ICE restarts are not supported (${status})`);
  }

  /** Throws Skip where nobody is asked for a token. */
  async requireTokens() {
    const { status } = await this.once('open door', () =>
      this.try(makeOffer(this.protocol), { token: null }),
    );
    if (status >= 200 && status < 300) throw new Skip('the server asks for no token');
  }
}
