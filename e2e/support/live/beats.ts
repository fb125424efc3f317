import type { Page } from '@playwright/test';

/** A keep-alive over the socket, with the number that its response repeats. */
const sent = /^42(\d+)\["call",\{"method":"PUT","url":"[^"]*\/keep-alive"/;
const answered = /^43(\d+)\[/;

/** Follows a page's keep-alives from its first connection on; the returned function waits for the next response. */
export function followBeats(page: Page): () => Promise<void> {
  let waiting: (() => void)[] = [];
  page.on('websocket', (line) => {
    const open = new Set<string>();
    line.on('framesent', ({ payload }) => {
      const [, id] = sent.exec(String(payload)) ?? [];
      if (id) open.add(id);
    });
    line.on('framereceived', ({ payload }) => {
      const [, id] = answered.exec(String(payload)) ?? [];
      if (!id || !open.delete(id)) return;
      for (const heard of waiting) heard();
      waiting = [];
    });
  });
  return () => new Promise((heard) => void waiting.push(heard));
}
