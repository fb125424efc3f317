import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { beginLoginOf } from './begin-passkey-login.ts';

export const beginDeskPasskeyLogin = (deps: Deps, _caller: Caller) => beginLoginOf(deps, 'operator');
