import { setTimeout as sleep } from 'node:timers/promises';
import type { ServedMedia } from '@vonk/media';
import { Hono } from 'hono';
import { issuedSchema, type MediaOrder, type MediaState, mediaStateSchema } from './server.ts';

/** ms before a node tries to reach the media server again. */
const RETRY_MS = 100;
/** Lifetime in ms of the tokens that players and encoders are given. */
const TOKEN_MS = 3_600_000;
const stats = { rooms: 0, publishers: 0, viewers: 0, packetsIn: 0, packetsOut: 0 };

/** A node's gateway to the media server at `url`, which other nodes ask as well. */
export function createSharedGateway(url: string): ServedMedia {
  let state: MediaState = { rooms: {}, viewers: {} };
  const closing = new AbortController();
  const { signal } = closing;
  const order = async (wanted: MediaOrder): Promise<unknown> => {
    const answer = await fetch(url, { method: 'POST', body: JSON.stringify(wanted), signal });
    return answer.json();
  };
  /** Sequential, so that what is issued after a drop is not dropped with it. */
  let orders: Promise<unknown> = Promise.resolve();
  const inTurn = (wanted: MediaOrder): void => {
    orders = orders.then(() => order(wanted)).catch(() => undefined);
  };
  const issue = async (right: 'publish' | 'view', room: string, subject: string): Promise<string> => {
    await orders;
    return issuedSchema.parse(await order({ order: 'issue', right, room, subject })).token;
  };
  const listening = listen(url, signal, (newState) => {
    state = newState;
  });
  const viewersOf = (room: string) => Object.values(state.viewers).filter((viewer) => viewer.room === room);

  return {
    shared: true,
    publishAgent: 'whip',
    publishTarget: async (room, subject) => ({
      url: `${url}/whip/${room}`,
      token: await issue('publish', room, subject),
      expiresAt: new Date(Date.now() + TOKEN_MS),
      iceServers: [],
    }),
    playTarget: async (room, subject) => ({
      agent: 'whep',
      url: `${url}/whep/${room}`,
      token: await issue('view', room, subject),
      iceServers: [],
    }),
    room: (name) => {
      const publisher = state.rooms[name];
      const viewers = viewersOf(name);
      return {
        publishing: publisher !== undefined,
        viewers: viewers.length,
        packetsIn: publisher?.packetsIn ?? 0,
        packetsOut: viewers.reduce((sum, { packetsOut }) => sum + packetsOut, 0),
        lastMediaAt: publisher?.lastMediaAt ?? null,
        received: null,
        refusedAt: null,
      };
    },
    picture: async () => null,
    viewer: (subject) => {
      const viewer = state.viewers[subject];
      if (!viewer) return null;
      const { packetsOut, deliveredMs, lastMediaAt } = viewer;
      return { connected: true, packetsOut, deliveredMs, lastMediaAt };
    },
    watchers: (room) =>
      Object.entries(state.viewers).flatMap(([subject, viewer]) => (viewer.room === room ? subject : [])),
    drop: (subject) => inTurn({ order: 'drop', subject }),
    closeRoom: (room) => inTurn({ order: 'close', room }),
    close: async () => {
      await orders;
      closing.abort();
      await listening;
    },
    routes: () => new Hono(),
    stats: () => stats,
    attach: () => () => undefined,
  };
}

/** Reads the media server's states until the signal aborts. */
async function listen(url: string, signal: AbortSignal, hear: (state: MediaState) => void): Promise<void> {
  while (!signal.aborted) {
    try {
      const answer = await fetch(url, { signal });
      const decoder = new TextDecoder();
      let rest = '';
      for await (const part of answer.body ?? []) {
        const lines = (rest + decoder.decode(part, { stream: true })).split('\n');
        rest = lines.pop() ?? '';
        const last = lines.at(-1);
        if (last) hear(mediaStateSchema.parse(JSON.parse(last)));
      }
    } catch {
      // The server is away: tried again below.
    }
    // biome-ignore lint/plugin/sleeps: the pause before another attempt, as in a gateway
    await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
  }
}
