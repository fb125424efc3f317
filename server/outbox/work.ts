import type { z } from 'zod';
import type { Db } from '#server/ports/database.ts';
import { outbox } from './tables.ts';

/** A kind of work that can be left in the outbox. The kind is stored: renaming one loses what waits under it. */
export interface WorkKind<Payload> {
  readonly kind: string;
  readonly payload: z.ZodType<Payload>;
}

/** Does the pieces of one kind. A piece is done twice when the process dies in between, never not at all. */
export interface WorkHandler {
  readonly kind: string;
  /** @throws ZodError when the stored payload is not of this kind */
  handle(payload: unknown): Promise<void>;
}

export function workHandler<Payload>(
  work: WorkKind<Payload>,
  handle: (payload: Payload) => Promise<void>,
): WorkHandler {
  return { kind: work.kind, handle: async (payload) => handle(work.payload.parse(payload)) };
}

/** Leaves work in the transaction of the act that needs it. Call `deps.wakeOutbox()` after the commit. */
export async function addWork<Payload>(
  tx: Pick<Db, 'insert'>,
  work: WorkKind<Payload>,
  { payload, runAt }: { payload: Payload; runAt: Date },
): Promise<void> {
  await tx.insert(outbox).values({ kind: work.kind, payload, runAt });
}
