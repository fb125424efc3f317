import { and, desc, eq } from 'drizzle-orm';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { REPORTED_MESSAGES } from '#contract/safety/report-calls.ts';
import type { reportMember as call } from '#contract/studio/numbers/report-calls.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { sealLines } from '#server/messaging/reports/report-conversation.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { storeReport } from '#server/safety/reports/store-report.ts';
import { findViewer } from './sanctions/reads.ts';
import { chatMessages } from './tables.ts';

/**
 * Reports a member who is or was in the caller's own room. Throws `badRequest.notFound`, and `badRequest.report.guest`
 * for a guest.
 */
export async function reportMember(
  deps: Deps,
  caller: Caller,
  { target, ...input }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const { performerId } = requirePerformer(caller);
  return storeReport(deps, caller, {
    input,
    subjectOf: async () => {
      const { memberId } = await findViewer(deps, performerId, target);
      if (memberId === null) throw new AppError('badRequest.report.guest');
      return {
        memberId,
        place: 'room',
        keep: (tx, number) => keepLines(tx, number, { performerId, memberId }),
      };
    },
  });
}

/** The member's last messages in the room, removed ones too. */
async function keepLines(
  tx: Tx,
  number: string,
  { performerId, memberId }: { performerId: number; memberId: number },
): Promise<void> {
  const { message: content, sentAt } = chatMessages;
  const lines = await tx
    .select({ content, sentAt })
    .from(chatMessages)
    .where(and(eq(chatMessages.author, `member:${memberId}`), eq(chatMessages.performerId, performerId)))
    .orderBy(desc(chatMessages.id))
    .limit(REPORTED_MESSAGES);
  // Those that waited or were removed have no number of the room.
  const numbered = lines.reverse().map((line, place) => ({ ...line, seq: place + 1 }));
  await sealLines(tx, number, numbered);
}
