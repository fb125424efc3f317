import { and, eq, gt } from 'drizzle-orm';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type { readLiveQuestion as call } from '#contract/member/notices/live-notice-calls.ts';
import { ASK_AGAIN_MS } from '#contract/member/notices/notices.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { visitorOf } from '#server/ports/performer-viewer.ts';
import { coolOffOf } from '#server/wallet/limits/reads.ts';
import { favourites } from '../favourites/tables.ts';
import { members } from '../tables.ts';
import { liveQuestions } from './tables.ts';

/**
 * Not open without a way, for another performer than a favourite whom the visitor may know of, after a recent no, and
 * during a cool-off.
 */
export async function readLiveQuestion(
  deps: Deps,
  caller: Caller,
  { performerId }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const { memberId } = requireMember(caller);
  const { db, webPush } = deps;
  const at = deps.now();
  const isShown = (await performersFor(deps, visitorOf(caller)).byId(performerId)) !== undefined;
  const [favourite] = await db
    .select({ mail: favourites.liveMail, browser: favourites.liveBrowser, verifiedAt: members.verifiedAt })
    .from(favourites)
    .innerJoin(members, eq(members.id, favourites.memberId))
    .where(and(eq(favourites.memberId, memberId), eq(favourites.performerId, performerId)));
  const [declined] = await db
    .select({ at: liveQuestions.declinedAt })
    .from(liveQuestions)
    .where(
      and(
        eq(liveQuestions.memberId, memberId),
        gt(liveQuestions.declinedAt, new Date(at.getTime() - ASK_AGAIN_MS)),
      ),
    );
  const mail = favourite?.verifiedAt != null;
  const noticeKey = webPush?.publicKey ?? null;
  const isAnswered =
    !isShown || favourite === undefined || favourite.mail || favourite.browser || declined !== undefined;
  const isOpen = !isAnswered && (mail || noticeKey !== null) && !(await coolOffOf(db, memberId, at));
  return { isOpen, mail, noticeKey };
}
