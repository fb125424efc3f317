import type { z } from 'zod';
import type { Db } from '#server/ports/database.ts';
import { outbox } from './tables.ts';

/** The kind is stored: renaming one loses the work that waits under it. */
export interface WorkKind<Payload> {
  readonly kind: string;
  readonly payload: z.ZodType<Payload>;
}

/** A piece may run twice when the process dies in between, but never not at all. */
export interface WorkHandler {
  readonly kind: string;
  /** Throws ZodError when the stored payload is not of this kind. */
  handle(payload: unknown): Promise<void>;
}

export function workHandler<Payload>(
  work: WorkKind<Payload>,
  handle: (payload: Payload) => Promise<void>,
): WorkHandler {
  return { kind: work.kind, handle: async (payload) => handle(work.payload.parse(payload)) };
}

/** Stores work with the caller's transaction. Call `deps.wakeOutbox()` after the commit. */
export async function addWork<Payload>(
  tx: Pick<Db, 'insert'>,
  work: WorkKind<Payload>,
  { payload, runAt }: { payload: Payload; runAt: Date },
): Promise<void> {
  await tx.insert(outbox).values({ kind: work.kind, payload, runAt });
}
