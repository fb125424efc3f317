/** In-memory state of a feature, kept while the process runs. */
export type Part = object;

/** A part with pending work: `close` resolves once it is done. */
interface Closing extends Part {
  close(): Promise<void>;
}

export interface Parts<Deps> {
  /** The process's own part, opened with its deps on first use. The function identifies it. */
  part: <Kept extends Part>(open: (deps: Deps) => Kept) => Kept;
  /** Call it before closing the database. */
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
