import { type Context, Hono } from 'hono';
import type { MediaTokens } from '../access/tokens.ts';
import type { MediaRight } from '../whip/door.ts';
import { bearerToken, openToAllOrigins, requireGrant, smallBody } from '../whip/http.ts';
import { answerRefusal, Refusal } from '../whip/refusal.ts';
import type { House, View } from './house.ts';
import { viewerOrders } from './protocol.ts';

/** ms between empty lines; shorter than the idle timeout of servers. */
const ALIVE_MS = 15_000;

interface Door {
  house: House;
  authorize: MediaTokens['authorize'];
  now: () => number;
}

/**
 * `/stage/publish/{room}`: POST publishes, DELETE stops. `/stage/view/{room}`: GET opens a view, PUT sends an order for
 * it. Each requires the target's token.
 */
export function stageRoutes({ house, authorize, now }: Door): Hono {
  const grant = async (c: Context, right: MediaRight) => {
    const room = c.req.param('room') ?? '';
    const { subject } = await requireGrant({ authorize, now }, bearerToken(c), { room, right });
    return { room, subject };
  };
  const app = new Hono();
  app.onError((error, c) => {
    if (error instanceof Refusal) return answerRefusal(c, error);
    throw error;
  });
  app.use(openToAllOrigins, smallBody);
  app.options('*', (c) => c.body(null, 204));
  app.post('/stage/publish/:room', async (c) => {
    const { room, subject } = await grant(c, 'publish');
    house.publish(room, subject);
    return c.body(null, 201);
  });
  app.delete('/stage/publish/:room', async (c) => {
    const { room } = await grant(c, 'publish');
    house.publish(room, null);
    return c.body(null, 204);
  });
  app.get('/stage/view/:room', async (c) => {
    const { room, subject } = await grant(c, 'view');
    return c.body(openView(house, room, subject), 200, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
    });
  });
  app.put('/stage/view/:room', async (c) => {
    const { room, subject } = await grant(c, 'view');
    const body = await c.req.text();
    const order = viewerOrders.find((one) => one === body);
    if (!order) throw new Refusal(400, `The body must be one of ${viewerOrders.join(', ')}`);
    house.order(subject, room, order);
    return c.body(null, 204);
  });
  return app;
}

/** Streams the player's state for as long as the view lasts. */
function openView(house: House, room: string, subject: string): ReadableStream<Uint8Array> {
  let leave = () => {};
  return new ReadableStream({
    start(controller) {
      const write = (line: string) => controller.enqueue(new TextEncoder().encode(`${line}\n`));
      const alive = setInterval(() => write(''), ALIVE_MS).unref();
      const view: View = {
        room,
        show: write,
        end: () => {
          leave();
          controller.close();
        },
      };
      const exit = house.enter(subject, view);
      leave = () => {
        clearInterval(alive);
        exit();
      };
    },
    cancel() {
      leave();
    },
  });
}
