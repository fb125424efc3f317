/** What a feature keeps in memory for as long as the process runs. */
export type Part = object;

/** A part that has something under way: `close` resolves once it has not. */
interface Closing extends Part {
  close(): Promise<void>;
}

export interface Parts<Deps> {
  /** The process's own part, opened with its deps when it is first asked for. The function is its name. */
  part: <Kept extends Part>(open: (deps: Deps) => Kept) => Kept;
  /** To be called before the database is closed. */
  close(): Promise<void>;
}

export function createParts<Deps>(deps: () => Deps): Parts<Deps> {
  const opened = new Map<(deps: Deps) => Part, Part>();
  return {
    part: <Kept extends Part>(open: (deps: Deps) => Kept): Kept => {
      const known = opened.get(open) as Kept | undefined;
      if (known) return known;
      const part = open(deps());
      opened.set(open, part);
      return part;
    },
    close: async () => {
      await Promise.all([...opened.values()].filter(isClosing).map((part) => part.close()));
    },
  };
}

const isClosing = (part: Part): part is Closing => 'close' in part;
