import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type { reportConversation as call } from '#contract/messaging/inbox-calls.ts';
import { REPORTED_MESSAGES } from '#contract/safety/report-calls.ts';
import type { reportStudioConversation as studioCall } from '#contract/studio/report-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { storeReport } from '#server/safety/reports/store-report.ts';
import { readerOf } from '../party.ts';
import { conversationOf } from '../reads.ts';
import { sealMessages } from './evidence.ts';

/** Reports the other side of one of the caller's conversations. Throws `badRequest.notFound`. */
export async function reportConversation(
  deps: Deps,
  caller: Caller,
  { conversationId, ...input }: ParsedInput<typeof call> | ParsedInput<typeof studioCall>,
): Promise<OutputOf<typeof call>> {
  const party = await readerOf(deps, caller);
  return storeReport(deps, caller, {
    input,
    subjectOf: async () => {
      const { conversation } = await conversationOf(deps.db, party, conversationId);
      const { performerId, memberId, lastSeq } = conversation;
      const firstSeq = Math.max(1, lastSeq - REPORTED_MESSAGES + 1);
      const messages = { conversationId, firstSeq, lastSeq };
      return {
        ...(party.side === 'member' ? { performerId } : { memberId }),
        place: 'conversation',
        messages,
        keep: (tx, number) => sealMessages(tx, number, messages),
      };
    },
  });
}
