import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const python = process.env['GSTREAMER_PATH'] ?? '/usr/bin/python3';
const program = fileURLToPath(new URL('gstreamer/client.py', import.meta.url));

const eventSchema = z.discriminatedUnion('event', [
  z.object({ event: z.literal('created'), location: z.url() }),
  z.object({ event: z.literal('trickled'), status: z.int(), candidates: z.int() }),
  z.object({ event: z.literal('connection'), state: z.string() }),
  z.object({ event: z.literal('sent'), again: z.int() }),
  z.object({
    event: z.literal('decoded'),
    frames: z.int(),
    sounds: z.int(),
    size: z.object({ width: z.int(), height: z.int() }).nullable(),
    repaired: z.int(),
  }),
  z.object({ event: z.literal('deleted'), status: z.int() }),
  z.object({ event: z.literal('refused'), status: z.int() }),
  z.object({ event: z.literal('failed'), reason: z.string() }),
]);
type Event = z.infer<typeof eventSchema>;
type EventOf<Name extends Event['event']> = Extract<Event, { event: Name }>;

export interface GstreamerOptions {
  url: string;
  token: string;
  codec?: 'VP8' | 'H264';
  /** Candidates follow the offer by PATCH instead of being part of it. */
  trickles?: boolean;
  /** Lost video packets are retransmitted (RTX, webrtcbin's `do-nack`). */
  repairs?: boolean;
}

/** A webrtcbin in a separate process (packages/media/testing/clients/gstreamer). */
export interface GstreamerClient {
  all<Name extends Event['event']>(name: Name): EventOf<Name>[];
  last<Name extends Event['event']>(name: Name): EventOf<Name> | undefined;
  /** Ends its session by DELETE, then the process. Throws for a status other than 200 and after earlier failures. */
  stop(): Promise<void>;
  /** Ends the process without closing the session. */
  kill(): Promise<void>;
}

/** Sends a moving picture of 160×120 at 15 fps, and 50 audio packets per second. */
export const publishByGstreamer = (options: GstreamerOptions) => start('publish', options);

/** Decodes the stream; `sounds` are blocks of 20 ms. */
export const watchByGstreamer = (options: GstreamerOptions) => start('watch', options);

function start(role: 'publish' | 'watch', options: GstreamerOptions): GstreamerClient {
  const { url, token, codec = 'VP8', trickles = false, repairs = false } = options;
  const flags = [...(trickles ? ['--trickle'] : []), ...(repairs ? ['--repair'] : [])];
  const command = ['-B', program, role, '--url', url, '--token', token, '--codec', codec, ...flags];
  const child = spawn(python, command, { stdio: 'pipe' });
  const ended = once(child, 'close');
  const events: Event[] = [];
  createInterface(child.stdout).on('line', (line) => events.push(eventSchema.parse(JSON.parse(line))));
  let complaints = '';
  child.stderr.on('data', (text) => {
    complaints += text;
  });
  const all = <Name extends Event['event']>(name: Name) =>
    events.filter((each): each is EventOf<Name> => each.event === name);
  return {
    all,
    last: (name) => all(name).at(-1),
    stop: async () => {
      child.stdin.end();
      await ended;
      if (all('deleted').at(-1)?.status !== 200)
        throw new Error(`GStreamer failed to stop: ${JSON.stringify(events.slice(-5))} ${complaints}`);
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
