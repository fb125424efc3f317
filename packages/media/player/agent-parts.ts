import type { JanusPlayerConfig, WhepPlayerConfig } from '../port/player-config.ts';
import type { PlayerScreen, PlayerView } from './agent.ts';
import type { OpenSession } from './whep-session.ts';

/** What the product's own agent plays. */
export type StreamConfig = WhepPlayerConfig | JanusPlayerConfig;

/** Dependencies of the agent; tests pass their own. */
export interface AgentParts {
  screen: PlayerScreen;
  onChange(view: PlayerView): void;
  /** Gets a new config when the token has expired; without it the stream ends. */
  renew?: (() => Promise<StreamConfig>) | undefined;
  openSession?: OpenSession<StreamConfig> | undefined;
  /** Registers a listener for the page becoming visible or the network returning; returns how to stop. */
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
