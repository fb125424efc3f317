import { routes } from '#contract/routes.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Operator } from '#server/identity/operators/reads.ts';
import { endSessions, openSession } from '#server/identity/sessions.ts';
import { tellUnknownBrowser } from '#server/member/security/tell-unknown-browser.ts';
import type { InTx } from '#server/ports/deps.ts';

/** Common to every login of an operator: replaces the browser's session. Call only after authentication. */
export async function openDeskLogin(
  deps: InTx,
  caller: Caller,
  operator: Operator,
): Promise<{ token: string }> {
  const { id: operatorId, name } = operator;
  const owner = { kind: 'operator', operatorId } as const;
  const at = deps.now();
  const earlier = caller.kind === 'operator' ? caller.login : null;
  if (earlier) await endSessions(deps, { sessionId: earlier.sessionId });
  const { token, sessionId } = await openSession(deps, owner, caller.request);
  await tellUnknownBrowser(deps, caller, {
    owner,
    sessionId,
    to: operator,
    mail: 'deskNewDevice',
    path: routes.deskAccount,
  });
  await recordAct(deps.db, caller, { act: 'operator.logged-in', subject: `operator:${name}`, at });
  deps.db.afterCommit(() => deps.events.record('operator.logged-in', { operator: operatorId }));
  return { token };
}
