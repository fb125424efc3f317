import { setTimeout as sleep } from 'node:timers/promises';
import type { GatewayState, readHouse } from '#contract/desk/house-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import type { Deps } from '#server/ports/deps.ts';

/** ms after which a gateway that says nothing counts as away. */
const PATIENCE_MS = 2000;
/** A key of the storage under which nothing is stored: asking for it needs connection and credentials. */
const PROBE = 'probes/desk';

type AskDeps = Pick<Deps, 'now' | 'mail' | 'payments' | 'storage' | 'ivr'>;

/** Asks every gateway at the same time whether it works right now; changes nothing there. */
export async function askGateways(
  { now, mail, payments, storage, ivr }: AskDeps,
  patienceMs = PATIENCE_MS,
): Promise<OutputOf<typeof readHouse>['gateways']> {
  const stateOf = async (check: () => Promise<unknown>): Promise<GatewayState> => {
    const waiting = new AbortController();
    const away = sleep(patienceMs, 'away' as const, { signal: waiting.signal, ref: false });
    const reply = check().then(
      () => 'ok' as const,
      () => 'away' as const,
    );
    const state = await Promise.race([reply, away]);
    waiting.abort();
    await away.catch(() => undefined);
    return state;
  };
  const askedAt = now().toISOString();
  const [mailState, paymentsState, storageState, phoneState] = await Promise.all([
    stateOf(() => mail.check()),
    stateOf(() => payments.check()),
    stateOf(() => storage.has(PROBE)),
    ivr ? stateOf(() => ivr.check()) : ('none' as const),
  ]);
  return {
    askedAt,
    mail: mailState,
    payments: paymentsState,
    storage: storageState,
    phone: phoneState,
  };
}
