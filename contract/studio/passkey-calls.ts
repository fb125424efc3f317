import { endpoint } from '../endpoint.ts';
import * as member from '../member/passkey-calls.ts';

/** A performer's passkeys follow the rules of a member's. */
const own = { base: 'studio', access: 'performer' } as const;
const anyone = { base: 'studio', access: 'anyone' } as const;

export const listStudioPasskeys = endpoint({
  ...member.listPasskeys,
  ...own,
  summary: 'Returns the passkeys of a performer, oldest first',
});

export const beginStudioPasskey = endpoint({ ...member.beginPasskey, ...own });

export const addStudioPasskey = endpoint({ ...member.addPasskey, ...own });

export const renameStudioPasskey = endpoint({
  ...member.renamePasskey,
  ...own,
  summary: 'Renames a passkey of the performer',
});

export const removeStudioPasskey = endpoint({
  ...member.removePasskey,
  ...own,
  summary: 'Removes a passkey of the performer; succeeds if it does not exist',
});

export const beginStudioPasskeyLogin = endpoint({ ...member.beginPasskeyLogin, ...anyone });

export const logInWithStudioPasskey = endpoint({
  ...member.logInWithPasskey,
  ...anyone,
  summary: 'Opens a performer’s session with a passkey, returns its token and sets it as a cookie',
  errors: [...member.logInWithPasskey.errors, 'badRequest.invalid.login'],
});
