import { routes } from '#contract/site/routes.ts';
import type { Caller } from '#server/identity/caller.ts';
import { tellUnknownBrowser } from '#server/member/security/tell-unknown-browser.ts';
import { performerAccount } from '#server/performers/account/reads.ts';
import type { InTx } from '#server/ports/deps.ts';

/** Like `tellUnknownBrowser`, for a performer's login. */
export async function tellNewBrowser(
  deps: InTx,
  caller: Caller,
  { performerId, sessionId }: { performerId: number; sessionId: string },
): Promise<void> {
  // The mail leads to a page of the studio.
  if (!deps.brand.hasFeature('studio')) return;
  const to = await performerAccount(deps.db, performerId);
  if (!to) return;
  const owner = { kind: 'performer', performerId } as const;
  await tellUnknownBrowser(deps, caller, {
    owner,
    sessionId,
    to,
    mail: 'studioNewDevice',
    path: routes.studioAccount,
  });
}
