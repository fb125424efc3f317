import type { z } from 'zod';
import type { Tx } from '#server/ports/database.ts';
import { type Mail, mailSchema } from '#server/ports/gateways.ts';
import { outbox } from './tables.ts';

/** The kind is stored: renaming it loses the work that waits under the old name. */
export interface WorkKind<Payload> {
  readonly kind: string;
  readonly payload: z.ZodType<Payload>;
}

/** A retry has the same id. */
export const mailWork: WorkKind<Mail> = { kind: 'mail', payload: mailSchema };

/** Thrown by a handler whose work cannot succeed: it is given up without another attempt. */
export class FinalFailure extends Error {
  override readonly name = 'FinalFailure';
}

/** Runs at least once: a piece may run twice if the process dies in between. */
export interface WorkHandler {
  readonly kind: string;
  /** Throws ZodError if the stored payload is not of this kind, and FinalFailure if no retry can help. */
  handle(payload: unknown): Promise<void>;
  /** After the last attempt. */
  givenUp?(payload: unknown, error: unknown): Promise<void>;
}

export function workHandler<Payload>(
  work: WorkKind<Payload>,
  handle: (payload: Payload) => Promise<void>,
  givenUp?: (payload: Payload, error: unknown) => Promise<void>,
): WorkHandler {
  return {
    kind: work.kind,
    handle: async (payload) => handle(work.payload.parse(payload)),
    async givenUp(payload, error) {
      const { data } = work.payload.safeParse(payload);
      if (data !== undefined) await givenUp?.(data, error);
    },
  };
}

/** Stores one or more pieces of work in the caller's transaction, and wakes the outbox after its commit. */
export async function addWork<Payload>(
  tx: Pick<Tx, 'insert' | 'wakeOutbox'>,
  work: WorkKind<Payload>,
  ...pieces: readonly { payload: Payload; runAt: Date }[]
): Promise<void> {
  await tx.insert(outbox).values(pieces.map(({ payload, runAt }) => ({ kind: work.kind, payload, runAt })));
  tx.wakeOutbox();
}
