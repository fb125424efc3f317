import { endpoint } from '../../endpoint.ts';
import * as member from '../../member/passkey-calls.ts';
import { operatorRoles } from '../roles.ts';

/** An operator's passkeys follow the rules of a member's. */
const own = { base: 'desk', access: 'operator', roles: operatorRoles } as const;
const anyone = { base: 'desk', access: 'anyone' } as const;

export const listDeskPasskeys = endpoint({
  ...member.listPasskeys,
  ...own,
  summary: 'Returns the passkeys of an operator, oldest first',
});

export const beginDeskPasskey = endpoint({ ...member.beginPasskey, ...own });

export const addDeskPasskey = endpoint({ ...member.addPasskey, ...own });

export const renameDeskPasskey = endpoint({
  ...member.renamePasskey,
  ...own,
  summary: 'Renames a passkey of the operator',
});

export const removeDeskPasskey = endpoint({
  ...member.removePasskey,
  ...own,
  summary: 'Removes a passkey of the operator; succeeds if it does not exist',
});

export const beginDeskPasskeyLogin = endpoint({ ...member.beginPasskeyLogin, ...anyone });

export const logInWithDeskPasskey = endpoint({
  ...member.logInWithPasskey,
  ...anyone,
  summary: 'Opens an operator’s session with a passkey, for 8 hours, and sets it as a cookie',
});
