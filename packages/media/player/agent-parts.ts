import type { JanusPlayerConfig, WhepPlayerConfig } from '../port/player-config.ts';
import type { PlayerScreen, PlayerView } from './agent.ts';
import type { OpenSession } from './whep-session.ts';

/** Configs that the product's own agent plays. */
export type StreamConfig = WhepPlayerConfig | JanusPlayerConfig;

/** Dependencies of the agent; tests pass their own. */
export interface AgentParts {
  screen: PlayerScreen;
  onChange(view: PlayerView): void;
  /** Fetches a new config when the token has expired; without it the stream ends. */
  renew?: (() => Promise<StreamConfig>) | undefined;
  openSession?: OpenSession<StreamConfig> | undefined;
  /** Calls the listener when the page becomes visible or the network returns; returns a function that removes it. */
  onResume?: ((listener: () => void) => () => void) | undefined;
  now?: (() => number) | undefined;
  random?: (() => number) | undefined;
}

export function onBrowserResume(listener: () => void): () => void {
  const whenVisible = () => {
    if (document.visibilityState === 'visible') listener();
  };
  document.addEventListener('visibilitychange', whenVisible);
  window.addEventListener('online', listener);
  return () => {
    document.removeEventListener('visibilitychange', whenVisible);
    window.removeEventListener('online', listener);
  };
}
