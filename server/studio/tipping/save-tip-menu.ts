import type { ParsedInput } from '#contract/endpoint.ts';
import type { saveTipMenu as call } from '#contract/studio/tipping-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { changeTipping } from './change-tipping.ts';

export const saveTipMenu = (
  deps: Deps,
  caller: Caller,
  { list, items }: ParsedInput<typeof call>,
): Promise<true> =>
  changeTipping(deps, caller, {
    act: 'room.tip-menu-set',
    texts: items.map(({ name }) => name),
    set: () => (list === 'vip' ? { vipMenu: items } : { menu: items }),
  });
