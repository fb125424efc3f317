import { setTimeout as sleep } from 'node:timers/promises';
import { header, send } from './http.ts';
import { makeFragment, makeOffer, valueIn } from './sdp.ts';
import { type Ask, type IceCredentials, type Protocol, type Reply, Skip } from './types.ts';

export const sdpType = 'application/sdp';
export const fragmentType = 'application/trickle-ice-sdpfrag';

/** Longest wait in seconds after a 429. */
const longestWait = 30;

/** An opened WHIP or WHEP session. */
export class Session {
  readonly target: Target;
  readonly reply: Reply;
  readonly offer: string;
  readonly answer: string;
  readonly etag: string | undefined;
  readonly url: string;
  /** The client's credentials. */
  readonly ice: IceCredentials;

  constructor(target: Target, reply: Reply, offer: string) {
    this.target = target;
    this.reply = reply;
    this.offer = offer;
    this.answer = reply.body;
    this.etag = header(reply, 'etag');
    this.url = new URL(header(reply, 'location') ?? '', reply.url).href;
    this.ice = { ufrag: valueIn(offer, 'a=ice-ufrag:') ?? '', pwd: valueIn(offer, 'a=ice-pwd:') ?? '' };
  }

  /** `match` is the current ETag by default; null sends no If-Match. */
  patch(
    body: string,
    {
      match = this.etag ?? null,
      type = fragmentType,
      ...rest
    }: { match?: string | null; type?: string; token?: string | null; impatient?: boolean } = {},
  ) {
    const headers = { 'Content-Type': type, ...(match === null ? {} : { 'If-Match': match }) };
    return this.target.ask('PATCH', this.url, { headers, body, ...rest });
  }

  trickle({ match, lines }: { match?: string | null; lines?: readonly string[] } = {}) {
    return this.patch(
      makeFragment({ ...this.ice, ...(lines ? { lines } : {}) }),
      match === undefined ? {} : { match },
    );
  }

  restart(ice: IceCredentials, match = '*') {
    return this.patch(makeFragment(ice), { match });
  }

  end(ask?: Ask) {
    return this.target.ask('DELETE', this.url, ask);
  }
}

interface TargetOptions {
  protocol: Protocol;
  url: string;
  token: string | undefined;
  otherToken: string | undefined;
  timeoutMs: number;
  burst: number;
  /** The endpoint that a WHEP server's media is published to. */
  whip: string | undefined;
  whipToken: string | undefined;
}

/** The endpoint of a server for one protocol. */
export class Target {
  readonly protocol: Protocol;
  readonly url: string;
  readonly token: string | undefined;
  readonly otherToken: string | undefined;
  readonly timeoutMs: number;
  readonly burst: number;
  readonly whip: string | undefined;
  readonly whipToken: string | undefined;
  /** Direction that each section of an answer must have. */
  readonly direction: 'recvonly' | 'sendonly';
  /** The broadcast that runs while WHEP is checked. */
  broadcast: { close(): Promise<void> } | null = null;
  readonly #once = new Map<string, Promise<unknown>>();

  constructor(options: TargetOptions) {
    this.protocol = options.protocol;
    this.url = options.url;
    this.token = options.token;
    this.otherToken = options.otherToken;
    this.timeoutMs = options.timeoutMs;
    this.burst = options.burst;
    this.whip = options.whip;
    this.whipToken = options.whipToken;
    this.direction = options.protocol === 'whip' ? 'recvonly' : 'sendonly';
  }

  async ask(method: string, url = this.url, ask: Ask = {}): Promise<Reply> {
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

  /** Follows temporary redirects. */
  async post(offer: string, ask: Ask = {}): Promise<Reply> {
    let url = this.url;
    for (let redirections = 0; ; redirections += 1) {
      const headers = { 'Content-Type': sdpType, ...ask.headers };
      const reply = await this.ask('POST', url, { ...ask, headers, body: offer });
      const location = header(reply, 'location');
      if (![307, 308].includes(reply.status) || !location || redirections === 5) return reply;
      url = new URL(location, url).href;
    }
  }

  /** POSTs an offer, and ends the session if one was created. */
  async try(offer: string, ask: Ask = {}) {
    const reply = await this.post(offer, ask);
    if (reply.status === 201 && header(reply, 'location')) await new Session(this, reply, offer).end();
    return reply;
  }

  /** Opens a session and always ends it. */
  async withSession<T>(use: (session: Session) => Promise<T>, offer = makeOffer(this.protocol)): Promise<T> {
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

  /** Sends a request once for all checks that read its response. */
  once<T>(name: string, ask: () => Promise<T>): Promise<T> {
    const known = this.#once.get(name) as Promise<T> | undefined;
    const result = known ?? ask();
    this.#once.set(name, result);
    return result;
  }

  /** One session from POST to a PATCH after its end. */
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

  /** Two sessions, one after the other. */
  pair() {
    return this.once('pair', async () => {
      const one = await this.withSession(async (session) => session);
      const two = await this.withSession(async (session) => session);
      return [one, two];
    });
  }

  /** Throws Skip if the server does not support Trickle ICE. */
  async requireTrickle() {
    const { status } = await this.once('trickle', () => this.withSession((session) => session.trickle()));
    if ([404, 405, 422, 501].includes(status)) throw new Skip(`Trickle ICE is not supported (${status})`);
  }

  /** Throws Skip if the server does not support ICE restarts. */
  async requireRestart() {
    const { status } = await this.once('restart', () =>
      this.withSession((session) =>
        session.restart({ ufrag: 'probeprobe', pwd: 'probeprobeprobeprobeprobe' }),
      ),
    );
    if ([404, 405, 422, 501].includes(status)) throw new Skip(`ICE restarts are not supported (${status})`);
  }

  /** Throws Skip if the server requires no token. */
  async requireTokens() {
    const { status } = await this.once('open door', () =>
      this.try(makeOffer(this.protocol), { token: null }),
    );
    if (status >= 200 && status < 300) throw new Skip('the server asks for no token');
  }
}
