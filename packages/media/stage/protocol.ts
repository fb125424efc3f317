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
