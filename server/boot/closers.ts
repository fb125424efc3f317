import type { Logger } from 'pino';

export interface Closers {
  add(name: string, close: () => unknown): void;
  /** Closes everything once, in the reverse order of `add`. Logs a part that fails and closes all other parts. */
  closeAll(): Promise<void>;
}

export function createClosers(log: Logger): Closers {
  const closers: { name: string; close: () => unknown }[] = [];
  return {
    add: (name, close) => closers.push({ name, close }),
    async closeAll() {
      for (const { name, close } of closers.splice(0).reverse()) {
        try {
          await close();
        } catch (error) {
          log.error({ err: error, part: name }, 'A part failed to close');
        }
      }
    },
  };
}
