import type { PublishTarget } from '../port/gateway.ts';
import type { PlayerConfig } from '../port/player-config.ts';

/** A test's order for a viewer: its media arrives or stalls, or its connection is lost. */
export const viewerOrders = ['delivering', 'stalled', 'gone'] as const;
export type ViewerOrder = (typeof viewerOrders)[number];

/** State sent to a player, one word per line. `waiting`: its room has no publisher. Empty lines are keep-alives. */
export type Shown = ViewerOrder | 'waiting';

/** Yields the lines of a streamed text. */
export async function* linesOf(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

/** Sends a request to a Hono app in memory or a listening server. */
type SendRequest = (path: string, init: RequestInit) => Promise<Response> | Response;

/** Config of a player on a stage. */
export type StageConfig = Extract<PlayerConfig, { agent: 'nano' }>;

async function ask(send: SendRequest, path: string, token: string, init: RequestInit): Promise<Response> {
  const answer = await send(path, { ...init, headers: { Authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`${init.method} ${path} was answered ${answer.status}`);
  return answer;
}

/** Publishes like an encoder. Rejects if the target is refused. */
export async function publishOnStage(
  send: SendRequest,
  { url, token }: Pick<PublishTarget, 'url' | 'token'>,
): Promise<{ stop(): Promise<void> }> {
  await ask(send, url, token, { method: 'POST' });
  return { stop: async () => void (await ask(send, url, token, { method: 'DELETE' })) };
}

/** Orders the stage to deliver, stall or disconnect the viewer of this config. */
export async function orderOnStage(
  send: SendRequest,
  { streamname, token }: StageConfig,
  order: ViewerOrder,
): Promise<void> {
  await ask(send, streamname, token, { method: 'PUT', body: order });
}
