import { changeGoals, restartGoals } from '#contract/chat/goals.ts';
import type { ParsedInput } from '#contract/endpoint.ts';
import type { saveGoals as call } from '#contract/studio/tipping-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { changeTipping } from './change-tipping.ts';

export const saveGoals = (
  deps: Deps,
  caller: Caller,
  { goals, carriesOver, restart }: ParsedInput<typeof call>,
): Promise<true> =>
  changeTipping(deps, caller, {
    act: 'room.goals-set',
    texts: goals.map(({ text }) => text),
    set(before) {
      const changed = changeGoals(restart ? restartGoals(before) : before, { goals, carriesOver });
      return { goals: changed.goals, carriesOver, collected: changed.collected };
    },
  });
