/** Sends messages one after another, at the pace of a person who reads, thinks and types. */
export interface Typist {
  say(line: string): void;
  stop(): void;
}

export interface Pace {
  /** Minimum ms before the first character; at most twice as long. */
  thinkMs: number;
  letterMs: number;
  /** Maximum number of waiting messages; in a busy room the oldest are dropped. */
  patience: number;
}

const person: Pace = { thinkMs: 900, letterMs: 22, patience: 4 };

export function createTypist(send: (line: string) => Promise<void>, pace: Pace = person): Typist {
  let waiting: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  const next = () => {
    const [line] = waiting;
    if (line === undefined || timer) return;
    const delay = pace.thinkMs * (1 + Math.random()) + line.length * pace.letterMs;
    timer = setTimeout(async () => {
      await send(line);
      waiting = waiting.slice(1);
      timer = undefined;
      next();
    }, delay);
  };
  return {
    say(line) {
      // The message being typed is completed; of the others the newest are kept.
      waiting = [...waiting.slice(0, 1), ...[...waiting.slice(1), line].slice(-pace.patience)].slice(
        0,
        pace.patience + 1,
      );
      next();
    },
    stop() {
      waiting = [];
      clearTimeout(timer);
    },
  };
}
