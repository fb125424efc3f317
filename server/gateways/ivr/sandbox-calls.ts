import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { storedLang } from '#contract/fields.ts';
import { codeAnswers } from '#server/ports/ivr.ts';

const callSchema = z.object({
  id: z.string(),
  lang: storedLang,
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  /** What the caller heard last; `away` when nobody answered the provider. */
  said: z.enum([...codeAnswers, 'away']).nullable(),
});
export type SandboxCall = z.infer<typeof callSchema>;

/** Ids come back in URLs: nothing else may reach the file system. */
const idPattern = /^[0-9a-f]{24}$/;

export interface SandboxCalls {
  save(call: SandboxCall): Promise<void>;
  find(id: string): Promise<SandboxCall | null>;
}

/** One file a call, replaced atomically. */
export function sandboxCalls(folder: string): SandboxCalls {
  const fileOf = (id: string): string => join(folder, `${id}.json`);
  return {
    async save(call) {
      await mkdir(folder, { recursive: true });
      const draft = `${fileOf(call.id)}.${randomUUID()}.tmp`;
      await writeFile(draft, JSON.stringify(call));
      await rename(draft, fileOf(call.id));
    },
    async find(id) {
      if (!idPattern.test(id)) return null;
      const text = await readFile(fileOf(id), 'utf8').catch(() => null);
      return text === null ? null : callSchema.parse(JSON.parse(text));
    },
  };
}
