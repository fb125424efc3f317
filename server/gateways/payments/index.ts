import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Hono } from 'hono';
import { type Config, ConfigError } from '#server/config/config.ts';
import type { PaymentGateway } from '#server/ports/payments.ts';
import { createDialxs } from './dialxs.ts';
import { createPaynl } from './paynl.ts';
import { createSandbox, sandboxOrders } from './sandbox.ts';
import { methodNames, sandboxRoutes } from './sandbox-page.ts';

export interface PaymentOptions {
  now?: () => Date;
  fetch?: typeof globalThis.fetch;
  /** How the sandbox delivers notifications; over the network by default. */
  deliver?: (request: Request) => Promise<Response>;
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Unreferenced: a pending wait does not keep the process alive. */
const realWait = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { ref: false, signal });

export interface Payments {
  gateway: PaymentGateway;
  /** Pages of the sandbox, to be mounted at the root. */
  routes?: Hono;
  close(): void;
}

export function createPayments(config: Config, options: PaymentOptions = {}): Payments {
  const { now = () => new Date(), fetch = globalThis.fetch, wait = realWait } = options;
  const { deliver = (request) => fetch(request) } = options;
  if (config.payments !== 'sandbox') return { gateway: realGateway(config, fetch), close() {} };
  const sandbox = createSandbox({
    orders: sandboxOrders(join(config.dataDir, 'sandbox-payments')),
    key: { keyId: 'sandbox', secret: createHmac('sha256', config.secret).update('sandbox').digest('hex') },
    publicUrl: config.publicUrl,
    now,
    deliver,
    wait,
  });
  const methods = new Map(config.paymentMethods.map(({ id, method }) => [id, methodNames[method]]));
  const routes = sandboxRoutes(sandbox, (id) => methods.get(id) ?? id);
  return {
    gateway: sandbox.gateway,
    ...(config.mode === 'demo' ? { routes } : {}),
    close: () => sandbox.close(),
  };
}

function realGateway({ paynl, dialxs }: Config, fetch: typeof globalThis.fetch): PaymentGateway {
  if (paynl) return createPaynl({ config: paynl, fetch });
  if (dialxs) return createDialxs({ config: dialxs, fetch });
  throw new ConfigError('PAYMENTS: the variables of this provider are missing.');
}
