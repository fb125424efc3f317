import type { WhepPlayerConfig } from '#contract/media/player.ts';
import type { PlayerScreen, PlayerView } from './agent.ts';
import type { OpenWhepSession } from './whep-session.ts';

/** What the agent needs of the world; tests bring their own. */
export interface AgentParts {
  screen: PlayerScreen;
  onChange(view: PlayerView): void;
  /** Gets a fresh config when the token has run out; without it that is the end. */
  renew?: (() => Promise<WhepPlayerConfig>) | undefined;
  openSession?: OpenWhepSession | undefined;
  /** Calls back when the page is looked at again or the network is back; returns how to stop that. */
  onResume?: ((listener: () => void) => () => void) | undefined;
  now?: (() => number) | undefined;
  random?: (() => number) | undefined;
}

/** Calls back when this page is looked at again or this browser is online again. */
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
