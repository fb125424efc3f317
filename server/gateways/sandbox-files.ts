import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { replaceFile } from '#server/replace-file.ts';

/** Ids come back in URLs: nothing else may reach the file system. */
const idPattern = /^[0-9a-f]{24}$/;

export interface SandboxFiles<Item> {
  save(item: Item): Promise<void>;
  /** Null if the id is invalid or unknown. */
  find(id: string): Promise<Item | null>;
}

/** Stores what a played provider remembers: one file per item. */
export function sandboxFiles<Item extends { id: string }>(
  folder: string,
  schema: z.ZodType<Item>,
): SandboxFiles<Item> {
  const fileOf = (id: string): string => join(folder, `${id}.json`);
  return {
    save: (item) => replaceFile(fileOf(item.id), JSON.stringify(item)),
    async find(id) {
      if (!idPattern.test(id)) return null;
      const text = await readFile(fileOf(id), 'utf8').catch(() => null);
      return text === null ? null : schema.parse(JSON.parse(text));
    },
  };
}

type InTurns = <Result>(id: string, work: () => Promise<Result>) => Promise<Result>;

/** Serializes work on the same key: each piece waits until earlier ones have ended. */
export function createTurns(): InTurns {
  const turns = new Map<string, Promise<unknown>>();
  return (id, work) => {
    const turn = (turns.get(id) ?? Promise.resolve()).then(work, work);
    turns.set(id, turn);
    const forget = (): void => {
      if (turns.get(id) === turn) turns.delete(id);
    };
    turn.then(forget, forget);
    return turn;
  };
}
