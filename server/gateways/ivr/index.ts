import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Hono } from 'hono';
import type { Config } from '#server/config/config.ts';
import type { IvrGateway } from '#server/ports/gateways.ts';
import { createSandbox, sandboxCalls } from './sandbox.ts';
import { phoneRoutes } from './sandbox-page.ts';

export interface IvrOptions {
  now?: () => Date;
  /** How the sandbox delivers notices; over the network by default. */
  deliver?: (request: Request) => Promise<Response>;
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Unreferenced: a pending wait does not keep the process alive. */
const realWait = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { ref: false, signal });

export interface Ivr {
  /** Null if payment by phone is not available. */
  gateway: IvrGateway | null;
  /** Pages of the simulator, to be mounted at the root. */
  routes?: Hono;
  close(): void;
}

export function createIvr(config: Config, options: IvrOptions = {}): Ivr {
  if (config.ivr === 'off') return { gateway: null, close() {} };
  const { now = () => new Date(), deliver = (request) => fetch(request), wait = realWait } = options;
  const sandbox = createSandbox({
    calls: sandboxCalls(join(config.dataDir, 'sandbox-calls')),
    secret: createHmac('sha256', config.secret).update('sandbox ivr').digest('hex'),
    notificationUrl: new URL('/api/ivr/notify/sandbox', config.publicUrl).href,
    now,
    deliver,
    wait,
  });
  return {
    gateway: sandbox.gateway,
    ...(config.mode === 'demo' ? { routes: phoneRoutes(sandbox, config.phone) } : {}),
    close: () => sandbox.close(),
  };
}
