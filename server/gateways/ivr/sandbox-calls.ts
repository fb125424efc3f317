import { z } from 'zod';
import { storedLang } from '#contract/fields.ts';
import { codeAnswers } from '#server/ports/ivr.ts';
import { type SandboxFiles, sandboxFiles } from '../sandbox-files.ts';

const callSchema = z.object({
  id: z.string(),
  lang: storedLang,
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  /** What the caller heard last; `away` if the product did not respond to the provider. */
  said: z.enum([...codeAnswers, 'away']).nullable(),
});
export type SandboxCall = z.infer<typeof callSchema>;

export type SandboxCalls = SandboxFiles<SandboxCall>;

export const sandboxCalls = (folder: string): SandboxCalls => sandboxFiles(folder, callSchema);
