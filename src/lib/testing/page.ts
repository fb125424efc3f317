import type { IncomingMessage } from 'node:http';
import type { NanoLibrary, PlayerAgent, PlayerState, PlayerTrouble } from '@vonk/media/player';
import { vi } from 'vitest';
import type { OnlineStatus } from '#contract/performers/status.ts';
import { aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { serveTestApp } from '#server/testing/start-test-app.ts';
import type { TestServer } from '#server/testing/test-server.ts';
import { closeConnection, reconnect } from '../api/socket/socket.ts';
import { type InMemoryBrowser, inMemoryBrowser } from './transport.ts';

interface Started {
  url: string;
  app: Parameters<typeof inMemoryBrowser>[0];
  http: { prependListener(event: 'upgrade', listener: (request: IncomingMessage) => void): unknown };
}

/** A player without media, driven by the test; replaces the operator's own script. */
export interface TestPlayer {
  /** `frames`: total decoded. */
  show(frames?: number): void;
  stall(): void;
  fail(label: PlayerTrouble): void;
  state(): PlayerState;
}

export interface TestPage extends InMemoryBrowser {
  /** Logs in as this member, or out. */
  as(member?: { token: string }): void;
  /** The player of the chat joined last. */
  player(): TestPlayer;
  /** Unloads the page. */
  hide(): void;
  /** URLs of the beacons sent. */
  beacons: string[];
}

/** Stubs cookies, fetch, socket, beacon and player, so that stores run as in a browser. Call it in `beforeEach`. */
export function openPage(server: Started): TestPage {
  const browser = inMemoryBrowser(server.app);
  const window = new EventTarget();
  const beacons: string[] = [];
  let player: TestPlayer | null = null;
  const library: NanoLibrary = {
    create: (_config, parts) => {
      const made = testAgent(parts.onChange);
      player = made.player;
      return made.agent;
    },
  };
  vi.stubGlobal('fetch', browser.fetch);
  vi.stubGlobal('location', new URL(server.url));
  vi.stubGlobal('window', window);
  vi.stubGlobal('nanowebrtc', library);
  vi.stubGlobal('navigator', {
    sendBeacon: (url: string, body: Blob) => {
      beacons.push(url);
      void browser.fetch(url, { method: 'POST', body });
      return true;
    },
  });
  carryCookies(server, browser.cookies);
  return {
    ...browser,
    beacons,
    as: (member) => {
      browser.cookies.clear();
      if (member) browser.cookies.set('vonk_session', member.token);
      reconnect();
    },
    player: () => {
      if (!player) throw new Error('No player was created');
      return player;
    },
    hide: () => void window.dispatchEvent(new Event('pagehide')),
  };
}

const jars = new WeakMap<object, ReadonlyMap<string, string>>();

/** Node's socket client sends neither cookies nor an Origin, so both are added on the server's side. */
function carryCookies({ http }: Started, cookies: ReadonlyMap<string, string>): void {
  if (!jars.has(http)) {
    // Modules are shared between test files: the connection may be to an earlier file's server.
    closeConnection();
    http.prependListener('upgrade', ({ headers }) => {
      headers.cookie ??= [...(jars.get(http) ?? [])].map((pair) => pair.join('=')).join('; ');
      headers.origin ??= `http://${headers.host}`;
    });
  }
  jars.set(http, cookies);
}

function testAgent(onChange: (view: PlayerAgent['view']) => void): {
  agent: PlayerAgent;
  player: TestPlayer;
} {
  let state: PlayerState = { name: 'idle' };
  let stats = { framesDecoded: 0, packetsLost: 0, stalledMs: 0, firstFrameAt: null as number | null };
  const view = () => ({ state, needsUnmute: true });
  const set = (next: PlayerState): void => {
    state = next;
    onChange(view());
  };
  return {
    agent: {
      get view() {
        return view();
      },
      start: () => set({ name: 'connecting', trouble: null }),
      stop: (reason) => set({ name: 'ended', reason }),
      setMuted() {},
      stats: () => stats,
    },
    player: {
      state: () => state,
      show: (framesDecoded = 25) => {
        stats = { ...stats, framesDecoded, firstFrameAt: stats.firstFrameAt ?? Date.now() };
        set({ name: 'playing' });
      },
      stall: () => set({ name: 'stalled', since: Date.now() }),
      fail: (label) => set({ name: 'failed', label }),
    },
  };
}

/** A play target for the test player. */
export const nanoTarget = async (room: string, subject: string) =>
  ({ agent: 'nano', streamname: room, token: subject }) as const;

/** A server whose chats are played by the test player. */
export const servePlayableApp = (environment: Record<string, string> = {}): TestServer =>
  serveTestApp({ environment, change: ({ media }) => ({ media: { ...media, playTarget: nanoTarget } }) });

/** Opens a page of Anna, logged in and with credits, and creates Vera, a performer. */
export async function openAnnasPage(
  server: TestServer,
  { credits, status }: { credits: number; status?: OnlineStatus },
): Promise<{ page: TestPage; anna: TestMember; vera: TestPerformer }> {
  const page = openPage(server);
  const [anna, vera] = [await aMember(server, credits), await aPerformer(server, status)];
  page.as(anna);
  return { page, anna, vera };
}

/** Waits until the check passes. */
export const eventually = <Result>(check: () => Result | Promise<Result>): Promise<Result> =>
  vi.waitFor(check, { timeout: 8000, interval: 20 });
