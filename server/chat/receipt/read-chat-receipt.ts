import { and, eq } from 'drizzle-orm';
import type { readChatReceipt as call } from '#contract/chat/session-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { chatSessions } from '../session/tables.ts';
import { readReceipt } from './receipt.ts';

/** Throws `badRequest.notFound` for a session that is not the member's own. */
export async function readChatReceipt(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const { memberId } = requireMember(caller);
  const [session] = await deps.db
    .select()
    .from(chatSessions)
    .where(and(eq(chatSessions.id, input.session), eq(chatSessions.memberId, memberId)));
  if (!session) throw new AppError('badRequest.notFound');
  return readReceipt(deps, session);
}
