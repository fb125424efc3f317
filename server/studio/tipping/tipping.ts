import { changeGoals, type GoalTexts, goalView, restartGoals } from '#contract/chat/tipping/goals.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { goalsVersion, menuVersion, refuseStale } from '#contract/form-version.ts';
import type {
  readTipping as readTippingCall,
  saveGoals as saveGoalsCall,
  saveTipMenu as saveTipMenuCall,
} from '#contract/studio/tipping-calls.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { requireFeature } from '#server/calls/handler.ts';
import { type RoomTipping, tippingOf } from '#server/chat/tipping/reads.ts';
import { storeTipping } from '#server/chat/tipping/store-tipping.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { isClean } from '#server/safety/words/clean-text.ts';

export async function readTipping(deps: Deps, caller: Caller): Promise<OutputOf<typeof readTippingCall>> {
  requireFeature(deps, 'studio');
  const { performerId } = requirePerformer(caller);
  const { menu, vipMenu, goals, carriesOver, collected } = await tippingOf(deps, performerId);
  const goal = goalView({ goals, carriesOver, collected });
  const versions = {
    menu: menuVersion(menu),
    vip: menuVersion(vipMenu),
    goals: goalsVersion({ goals, carriesOver }),
  };
  return { menu, vipMenu, goals: goals.map(({ kept: _, ...listed }) => listed), carriesOver, goal, versions };
}

export const saveTipMenu = (
  deps: Deps,
  caller: Caller,
  { list, items, version: seen }: ParsedInput<typeof saveTipMenuCall>,
): Promise<true> =>
  changeTipping(deps, caller, {
    act: 'room.tip-menu-set',
    texts: textsOf(items.map(({ name: text, texts }) => ({ text, texts }))),
    set(before) {
      const stored = menuVersion(list === 'vip' ? before.vipMenu : before.menu);
      refuseStale({ seen, stored, sent: menuVersion(items) });
      return list === 'vip' ? { vipMenu: items } : { menu: items };
    },
  });

export const saveGoals = (
  deps: Deps,
  caller: Caller,
  { goals, carriesOver, restart, version: seen }: ParsedInput<typeof saveGoalsCall>,
): Promise<true> =>
  changeTipping(deps, caller, {
    act: 'room.goals-set',
    texts: textsOf(goals),
    set(before) {
      const sent = goalsVersion({ goals, carriesOver });
      refuseStale({ seen, stored: goalsVersion(before), sent });
      const changed = changeGoals(
        restart ? restartGoals(before) : before,
        { goals, carriesOver },
        deps.newId,
      );
      return { goals: changed.goals, carriesOver, collected: changed.collected };
    },
  });

/** Every text by its place, that of a translation with its language. */
const textsOf = (lines: readonly GoalTexts[]): (readonly [field: string, text: string])[] =>
  lines.flatMap(({ text, texts = {} }, at) => [
    [String(at), text] as const,
    ...Object.entries(texts).map(([locale, own]) => [`${at}.${locale}`, own] as const),
  ]);

interface Change {
  readonly act: 'room.tip-menu-set' | 'room.goals-set';
  /** Viewers will read them for long, so they are refused instead of masked. */
  readonly texts: readonly (readonly [field: string, text: string])[];
  readonly set: (before: RoomTipping) => Partial<RoomTipping>;
}

/**
 * Changes what the caller offers for tips, and tells her room. Throws `badRequest.profile.words` with the places of texts
 * that have contact details, links or forbidden words, and `badRequest.form.changed`.
 */
async function changeTipping(deps: Deps, caller: Caller, { act, texts, set }: Change): Promise<true> {
  requireFeature(deps, 'studio');
  const { performerId } = requirePerformer(caller);
  await deps.limits.take('studio-profile', `performer ${performerId}`);
  const unclean = texts.filter(([, text]) => !isClean(deps, text)).map(([field]) => field);
  if (unclean.length > 0) throw new AppError('badRequest.profile.words', { fields: unclean });
  await deps.db.transaction(async (tx) => {
    const goal = await storeTipping(tx, performerId, set);
    await recordAct(tx, caller, { act, subject: `performer:${performerId}`, at: deps.now() });
    const room = performerId;
    tx.afterCommit(() => {
      if (act === 'room.goals-set') deps.push.toRoom(room, 'room-goal', { room, goal, reached: [] });
      else deps.push.toRoom(room, 'room-menu', { room });
      deps.events.record(act, { performer: performerId });
    });
  });
  return true;
}
