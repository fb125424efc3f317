import { and, desc, eq, gt } from 'drizzle-orm';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type {
  chooseLiveNotice as chooseLiveNoticeCall,
  FavouriteWays,
  readLiveQuestion as readLiveQuestionCall,
} from '#contract/member/notices/live-notice-calls.ts';
import { ASK_AGAIN_MS } from '#contract/member/notices/notices.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { visitorOf } from '#server/ports/performer-viewer.ts';
import { coolOffOf } from '#server/wallet/limits/reads.ts';
import { favourites, liveQuestions, members } from '../tables.ts';

/**
 * Not open without a way, for another performer than a favourite whom the visitor may know of, after a recent no, and
 * during a cool-off.
 */
export async function readLiveQuestion(
  deps: Deps,
  caller: Caller,
  { performerId }: ParsedInput<typeof readLiveQuestionCall>,
): Promise<OutputOf<typeof readLiveQuestionCall>> {
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

/** Without performers who do not exist for this visitor. */
export async function listLiveNotices(deps: Deps, caller: Caller): Promise<{ result: FavouriteWays[] }> {
  const { memberId } = requireMember(caller);
  const rows = await deps.db
    .select({
      performerId: favourites.performerId,
      mail: favourites.liveMail,
      browser: favourites.liveBrowser,
    })
    .from(favourites)
    .where(eq(favourites.memberId, memberId))
    .orderBy(desc(favourites.createdAt), desc(favourites.performerId));
  const names = await performersFor(deps, visitorOf(caller)).names(
    rows.map(({ performerId }) => performerId),
  );
  return {
    result: rows.flatMap((row) => {
      const username = names.get(row.performerId);
      return username === undefined ? [] : [{ ...row, username }];
    }),
  };
}

/** The choice ends with the favourite. Throws `badRequest.notFound` for another performer than a favourite. */
export async function chooseLiveNotice(
  deps: Deps,
  caller: Caller,
  { performerId, mail, browser }: ParsedInput<typeof chooseLiveNoticeCall>,
): Promise<true> {
  const { memberId } = requireMember(caller);
  await deps.limits.take('live-notices', `member ${memberId}`);
  if (!(await performersFor(deps, visitorOf(caller)).byId(performerId)))
    throw new AppError('badRequest.notFound');
  const changed = await deps.db
    .update(favourites)
    .set({ liveMail: mail, liveBrowser: browser })
    .where(and(eq(favourites.memberId, memberId), eq(favourites.performerId, performerId)))
    .returning({ performerId: favourites.performerId });
  if (changed.length === 0) throw new AppError('badRequest.notFound');
  return true;
}

/** A repeat counts from its own time. Choices made before stay. */
export async function declineLiveNotices({ db, limits, now }: Deps, caller: Caller): Promise<true> {
  const { memberId } = requireMember(caller);
  await limits.take('live-notices', `member ${memberId}`);
  const declinedAt = now();
  await db
    .insert(liveQuestions)
    .values({ memberId, declinedAt })
    .onConflictDoUpdate({ target: liveQuestions.memberId, set: { declinedAt } });
  return true;
}
