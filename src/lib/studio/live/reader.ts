/** ms between two reads of a busy room. */
const READ_PAUSE_MS = 300;
/** ms after a failed read. */
const RETRY_MS = 2000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Returns a function that reads, one at a time: a change during a read leads to another, and a failure to a retry.
 * `readNow` returns whether there is more.
 */
export function createReader(readNow: () => Promise<boolean>, isOpen: () => boolean): () => Promise<void> {
  /** Something changed since the last read began. */
  let isStale = false;
  let isReading = false;
  return async () => {
    isStale = true;
    if (isReading) return;
    isReading = true;
    while (isStale && isOpen()) {
      isStale = false;
      const hasMore = await readNow().catch(() => null);
      isStale ||= hasMore !== false;
      if (isStale) await pause(hasMore === null ? RETRY_MS : READ_PAUSE_MS);
    }
    isReading = false;
  };
}
