import type { PictureSize } from '../../port/gateway.ts';
import type { SfuOptions } from '../sfu/index.ts';
import { type MediaChannel, type MediaHome, openChannel, Questions } from './channel.ts';
import type { ApartOptions, Command, ForwardedRequest, ForwardedResponse, FromMedia } from './messages.ts';
import { Mirror } from './mirror.ts';

/** ms until a media server that has ended is started again; doubled each time until one has run for a while. */
const waits = { firstMs: 100, longestMs: 5000, steadyMs: 10_000 } as const;

/**
 * Checks that the media server still sends its state: the number of checks without one until its state is doubted,
 * until it is killed, and the additional number allowed for its start.
 */
const looks = { everyMs: 500, untilDoubt: 6, untilEnd: 20, toStart: 100 } as const;

export interface SupervisorOptions extends Pick<SfuOptions, 'authorize' | 'log' | 'onPublisher'> {
  home: MediaHome;
  now: () => number;
  server: ApartOptions;
}

/** Keeps a media server running and mirrors its state. */
export class Supervisor {
  readonly mirror: Mirror;
  readonly #requests = new Questions<ForwardedResponse | null>(null);
  readonly #pictures = new Questions<Uint8Array | null>(null);
  readonly #options: SupervisorOptions;
  readonly #up = new Set<string>();
  readonly #watcher: NodeJS.Timeout;
  #channel: MediaChannel | null = null;
  #startedAt = 0;
  #waitMs: number = waits.firstMs;
  #silentLooks = 0;
  #isClosing = false;

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.mirror = new Mirror(options.now);
    // Counts checks, not time: while this process is busy, messages wait to be read.
    this.#watcher = setInterval(() => this.#look(), looks.everyMs).unref();
    this.#start();
  }

  /** ms since the epoch, of the last start. */
  get startedAt(): number {
    return this.#startedAt;
  }

  /** Null when there is no media server, or it ended meanwhile. */
  request(request: ForwardedRequest): Promise<ForwardedResponse | null> {
    const channel = this.#channel;
    if (!channel) return Promise.resolve(null);
    return this.#requests.ask((id) => channel.send({ kind: 'request', id, request }));
  }

  async picture(room: string, size: PictureSize): Promise<Buffer | null> {
    const channel = this.#channel;
    if (!channel) return null;
    const image = await this.#pictures.ask((id) => channel.send({ kind: 'picture', id, room, size }));
    return image && Buffer.from(image);
  }

  /** Applies to reads here at once, and in the media server before its next request. */
  command(command: Command): void {
    const channel = this.#channel;
    if (channel) channel.send({ kind: 'command', seq: this.mirror.command(command), command });
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#watcher);
    await this.#channel?.close();
    this.#lose();
  }

  #start(): void {
    this.#startedAt = this.#options.now();
    this.#silentLooks = -looks.toStart;
    const { home, server } = this.#options;
    this.#channel = openChannel(home, {
      onMessage: (message) => this.#hear(message),
      onExit: (reason) => this.#onExit(reason),
    });
    this.#channel.send({ kind: 'open', options: server });
  }

  #hear(message: FromMedia): void {
    const { authorize, log, onPublisher } = this.#options;
    switch (message.kind) {
      case 'state':
        this.#silentLooks = 0;
        this.mirror.apply(message.change);
        break;
      case 'response':
        this.#requests.answer(message.id, message.response);
        break;
      case 'picture':
        this.#pictures.answer(message.id, message.image);
        break;
      case 'publisher':
        if (message.up) this.#up.add(message.room);
        else this.#up.delete(message.room);
        onPublisher?.(message.room, message.up);
        break;
      case 'log':
        log?.(message.event, message.fields);
        break;
      case 'authorize': {
        const { id, token, room, right } = message;
        const channel = this.#channel;
        const answer = authorize(token, room, right).catch(() => null);
        void answer.then((grant) => channel?.send({ kind: 'grant', id, grant }));
      }
    }
  }

  #look(): void {
    this.#silentLooks += 1;
    if (this.#silentLooks === looks.untilDoubt) this.mirror.doubt();
    if (this.#silentLooks !== looks.untilEnd || !this.#channel) return;
    this.#options.log?.('media.server.hung', { ms: looks.untilEnd * looks.everyMs });
    this.#channel.kill();
  }

  #onExit(reason: Readonly<Record<string, unknown>>): void {
    this.#lose();
    if (this.#isClosing) return;
    if (this.#options.now() - this.#startedAt > waits.steadyMs) this.#waitMs = waits.firstMs;
    this.#options.log?.('media.server.ended', { ...reason, restartMs: this.#waitMs });
    setTimeout(() => {
      if (!this.#isClosing) this.#start();
    }, this.#waitMs).unref();
    this.#waitMs = Math.min(this.#waitMs * 2, waits.longestMs);
  }

  #lose(): void {
    this.#channel = null;
    this.mirror.lose();
    this.#requests.giveUp();
    this.#pictures.giveUp();
    for (const room of this.#up) this.#options.onPublisher?.(room, false);
    this.#up.clear();
  }
}
