import { z } from 'zod';
import { languages } from '#contract/member/calls.ts';
import type { Db } from '#server/db/open.ts';
import { outbox } from '#server/db/tables.ts';

const mailSchema = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
});

/** What can be left for after the commit, by kind, with what it needs. */
export const workSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('mail'), payload: mailSchema }),
  /** A reset mail was asked for; whether there is an account is looked up by the runner, out of the asker's sight. */
  z.object({
    kind: z.literal('recovery'),
    payload: z.object({ emailOrUsername: z.string(), lang: z.enum(languages) }),
  }),
  /** The demo only: a film for an album, drawn after the start. */
  z.object({
    kind: z.literal('demo-film'),
    payload: z.object({
      albumId: z.number().int(),
      position: z.number().int(),
      sitter: z.object({
        username: z.string(),
        gender: z.string(),
        hairColor: z.string(),
        ethnicity: z.string(),
        eyeColor: z.string(),
        physique: z.string(),
      }),
    }),
  }),
]);
export type Work = z.infer<typeof workSchema>;

/** Leaves work in the transaction of the act that needs it. Call `deps.wakeOutbox()` after the commit. */
export async function addWork(tx: Pick<Db, 'insert'>, { kind, payload }: Work, runAt: Date): Promise<void> {
  await tx.insert(outbox).values({ kind, payload, runAt });
}
