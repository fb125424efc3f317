import { routes } from '#contract/routes.ts';
import type { Caller } from '#server/identity/caller.ts';
import { tellUnknownBrowser } from '#server/member/security/tell-unknown-browser.ts';
import { performerAccount } from '#server/performers/account/reads.ts';
import type { Deps } from '#server/ports/deps.ts';

/** Like `tellUnknownBrowser`, for a performer's login. */
export async function tellNewBrowser(
  deps: Deps,
  caller: Caller,
  { performerId, sessionId }: { performerId: number; sessionId: string },
): Promise<boolean> {
  // The mail leads to a page of the studio.
  if (!deps.brand.hasFeature('studio')) return false;
  const to = await performerAccount(deps.db, performerId);
  if (!to) return false;
  const owner = { kind: 'performer', performerId } as const;
  return tellUnknownBrowser(deps, caller, {
    ...{ owner, sessionId, to },
    ...{ mail: 'studioNewDevice', path: routes.studioAccount },
  });
}
