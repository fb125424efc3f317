import { endpoint } from '../../endpoint.ts';
import * as member from '../../member/passkey-calls.ts';
import { factorErrors } from './factor-calls.ts';

/** A performer's passkeys follow the rules of a member's. */
const own = { base: 'studio', access: 'performer' } as const;
const anyone = { base: 'studio', access: 'anyone' } as const;

export const listStudioPasskeys = endpoint({
  ...member.listPasskeys,
  ...own,
  beforeFactor: true,
  summary: 'Returns the passkeys of a performer, oldest first',
});

export const beginStudioPasskey = endpoint({
  ...member.beginPasskey,
  ...own,
  beforeFactor: true,
  errors: [...member.beginPasskey.errors, ...factorErrors],
});

export const addStudioPasskey = endpoint({
  ...member.addPasskey,
  ...own,
  beforeFactor: true,
  errors: [...member.addPasskey.errors, ...factorErrors],
});

export const renameStudioPasskey = endpoint({
  ...member.renamePasskey,
  ...own,
  summary: 'Renames a passkey of the performer',
});

export const removeStudioPasskey = endpoint({
  ...member.removePasskey,
  ...own,
  summary: 'Removes a passkey of the performer; succeeds if it does not exist',
  errors: [...member.removePasskey.errors, 'badRequest.factor.last', ...factorErrors],
});

export const beginStudioPasskeyLogin = endpoint({ ...member.beginPasskeyLogin, ...anyone });

export const logInWithStudioPasskey = endpoint({
  ...member.logInWithPasskey,
  ...anyone,
  summary: 'Opens a performer’s session with a passkey, returns its token and sets it as a cookie',
  errors: [...member.logInWithPasskey.errors, 'badRequest.invalid.login'],
});
