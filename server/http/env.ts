import type { Caller } from '#server/identity/caller.ts';

export interface Bindings {
  /** Set by @hono/node-server. */
  incoming?: { socket: { remoteAddress?: string } };
}

export interface HttpEnv {
  Bindings: Bindings;
  Variables: { caller: Caller; requestId: string };
}
