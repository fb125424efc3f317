/** Storage that may be refused (private windows, full disks): reading answers null, writing is let go. */
export interface Store {
  read(key: string): unknown;
  write(key: string, value: unknown): void;
  remove(key: string): void;
}

type Area = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export function storeOn(area: () => Area): Store {
  return {
    read: (key) => attempt(() => JSON.parse(area().getItem(key) ?? 'null') as unknown),
    write: (key, value) => void attempt(() => area().setItem(key, JSON.stringify(value))),
    remove: (key) => void attempt(() => area().removeItem(key)),
  };
}

function attempt<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch {
    return null;
  }
}

/** Kept until the visitor clears it. */
export const localStore = storeOn(() => localStorage);
/** Kept for this tab. */
export const sessionStore = storeOn(() => sessionStorage);
