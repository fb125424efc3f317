import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox, sandboxOrders } from '../sandbox.ts';
import { signExchange } from '../signed-exchange.ts';
import type { Stage } from './stage.ts';

const key = { keyId: 'sandbox', secret: 'forty characters of token' };

/** The demo's own provider. Its orders are files, changed here as its page would. */
export async function playSandbox(now: () => Date): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'vonk-sandbox-'));
  const orders = sandboxOrders(folder);
  const tools = {
    orders,
    publicUrl: 'http://localhost:4321',
    now,
    deliver: async () => Response.json({ result: true }),
    wait: async () => {},
  };
  const sandbox = createSandbox({ ...tools, key });
  const change = async (id: string, changes: object): Promise<void> => {
    const order = await orders.find(id);
    if (!order) throw new Error(`No order ${id}`);
    await orders.save({ ...order, ...changes });
  };
  return {
    gateway: sandbox.gateway,
    impostor: () => createSandbox({ ...tools, key: { ...key, secret: 'another secret' } }).gateway,
    async pay(id, cents) {
      const order = await orders.find(id);
      const decision = { state: 'paid', cents: cents ?? order?.cents, from: now().toISOString() };
      await change(id, { decision });
    },
    fail: (id, reason) => change(id, { decision: { state: 'failed', reason } }),
    giveBack: (id, returned) => change(id, { returned }),
    notice(order) {
      const body = JSON.stringify({ object: { orderId: order } });
      return { body, headers: signExchange(body, key) };
    },
    server: null,
    close: () => rm(folder, { recursive: true }),
  };
}
