import { routes } from '#contract/routes.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Operator } from '#server/identity/operators/reads.ts';
import { endSessions, openSession } from '#server/identity/sessions.ts';
import { tellUnknownBrowser } from '#server/member/security/tell-unknown-browser.ts';
import type { Deps } from '#server/ports/deps.ts';

export interface OpenedDeskLogin {
  token: string;
  /** Call after the commit. */
  announce(): void;
}

/**
 * Common to every login of an operator: replaces the browser's session in the given transaction (`deps.db`). Call only
 * after authentication.
 */
export async function openDeskLogin(
  deps: Deps,
  caller: Caller,
  operator: Operator,
): Promise<OpenedDeskLogin> {
  const { id: operatorId, name } = operator;
  const owner = { kind: 'operator', operatorId } as const;
  const at = deps.now();
  const earlier = caller.kind === 'operator' ? caller.login : null;
  const ended = earlier ? await endSessions(deps.db, { sessionId: earlier.sessionId }, at) : [];
  const { token, sessionId } = await openSession(deps, owner, caller.request);
  const isTold = await tellUnknownBrowser(deps, caller, {
    ...{ owner, sessionId, to: operator },
    ...{ mail: 'deskNewDevice', path: routes.deskAccount },
  });
  await recordAct(deps.db, caller, { act: 'operator.logged-in', subject: `operator:${name}`, at });
  return {
    token,
    announce() {
      if (isTold) deps.wakeOutbox();
      for (const session of ended) deps.push.endSession(session);
      deps.events.record('operator.logged-in', { operator: operatorId });
    },
  };
}
