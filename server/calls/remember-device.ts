import type { Caller } from '#server/identity/caller.ts';
import { deviceToken } from '#server/identity/devices.ts';
import { ownerOf } from '#server/identity/sessions.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { Effect } from './handler.ts';

/** Of a login: from now on its browser is known to the account. `token` is that of the new session. */
export async function rememberDevice(deps: Deps, { request }: Caller, token: string): Promise<Effect[]> {
  const owner = await ownerOf(deps, token);
  if (!owner) return [];
  return [{ kind: 'remember-device', token: await deviceToken(deps, request.device, owner) }];
}
