/**
 * Files that were written anew: nothing of a received file is left but its picture, film and sound. The storage accepts
 * nothing else. The import rule `clean file` names the few files that create one.
 */
export class CleanBytes {
  readonly #bytes: Uint8Array;

  constructor(content: string | Uint8Array) {
    this.#bytes = typeof content === 'string' ? Buffer.from(content) : content;
  }

  get bytes(): Uint8Array {
    return this.#bytes;
  }
}

/** The same in a local file, which the storage may move. */
export class CleanPath {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  get path(): string {
    return this.#path;
  }
}

export type CleanFile = CleanBytes | CleanPath;
