import * as z from 'zod/mini';
import { SessionError } from '../whep-session.ts';

/** ms until a silent server counts as unreachable. */
const ANSWER_MS = 8000;

const messageSchema = z.object({
  janus: z.string(),
  transaction: z.optional(z.string()),
  plugindata: z.optional(z.object({ data: z.record(z.string(), z.unknown()) })),
  jsep: z.optional(z.object({ type: z.literal('offer'), sdp: z.string() })),
});
export type JanusMessage = z.infer<typeof messageSchema>;

interface Waiting {
  resolve(message: JanusMessage): void;
  reject(error: SessionError): void;
}

const unreachable = () => new SessionError('player.unreachable', true);

/** A WebSocket that speaks the Janus API. */
export class JanusLine {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<string, Waiting>();
  #onHangup: () => void = () => undefined;
  #transaction = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#hear(String(data)));
    socket.addEventListener('close', () => {
      for (const { reject } of this.#waiting.values()) reject(unreachable());
    });
  }

  /** Rejects with a `SessionError`. */
  static open(url: string): Promise<JanusLine> {
    const address = new URL(url, location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(address, 'janus-protocol');
      const giveUp = () => {
        socket.close();
        reject(unreachable());
      };
      const tooLong = setTimeout(giveUp, ANSWER_MS);
      socket.addEventListener('error', giveUp);
      socket.addEventListener('open', () => {
        clearTimeout(tooLong);
        resolve(new JanusLine(socket));
      });
    });
  }

  /** Resolves to the response of a request, skipping `ack`. Rejects with a `SessionError` on timeout or close. */
  ask(request: Record<string, unknown>): Promise<JanusMessage> {
    this.#transaction += 1;
    const transaction = String(this.#transaction);
    return new Promise<JanusMessage>((resolve, reject) => {
      const tooLong = setTimeout(() => reject(unreachable()), ANSWER_MS);
      this.#waiting.set(transaction, {
        resolve: (message) => {
          clearTimeout(tooLong);
          resolve(message);
        },
        reject: (error) => {
          clearTimeout(tooLong);
          reject(error);
        },
      });
      this.#send({ ...request, transaction });
    });
  }

  /** Sends a request without waiting for its response. */
  tell(request: Record<string, unknown>): void {
    this.#transaction += 1;
    this.#send({ ...request, transaction: String(this.#transaction) });
  }

  onHangup(listener: () => void): void {
    this.#onHangup = listener;
  }

  /** Closes the line; the other side ends its sessions. */
  close(): void {
    this.#socket.close(1000);
  }

  #send(message: Record<string, unknown>): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #hear(text: string): void {
    const message = messageSchema.safeParse(JSON.parse(text)).data;
    if (!message || message.janus === 'ack') return;
    if (message.janus === 'hangup') this.#onHangup();
    const waiting = this.#waiting.get(message.transaction ?? '');
    this.#waiting.delete(message.transaction ?? '');
    waiting?.resolve(message);
  }
}
