import type { Caller } from '#server/identity/caller.ts';

/** What the HTTP server hands to a request besides the request itself. */
export interface Bindings {
  /** @hono/node-server's own. */
  incoming?: { socket: { remoteAddress?: string } };
}

export interface HttpEnv {
  Bindings: Bindings;
  Variables: { caller: Caller; requestId: string };
}
