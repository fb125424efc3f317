import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import type { ErrorLabel } from '../../errors.ts';
import { done, moment } from '../../fields.ts';
import { codeField } from '../../member/account/credentials.ts';
import { beginPasskeyLogin, loginResponseSchema, passkeyRefusals } from '../../member/passkey-calls.ts';
import { operatorRoles } from '../roles.ts';

/** Minutes for which a passkey or code counts before acts of value and before records. */
export const DESK_FRESH_MINUTES = 5;

/** Field of any form of the desk that asks for a code beside its own fields. */
export const CONFIRM = 'confirm';

/** Of calls that ask for a passkey or code first. */
export const freshErrors = ['badRequest.desk.confirm'] as const satisfies readonly ErrorLabel[];

/** They also unlock the desk. */
const own = { base: 'desk', access: 'operator', roles: operatorRoles, whileLocked: true } as const;
const confirmed = z.object({
  /** Until when acts of value need no other confirmation. */
  until: moment,
});

export const confirmDesk = endpoint({
  ...own,
  method: 'POST',
  path: '/confirm',
  summary: 'Confirms with a code of the authenticator app that the operator is at the browser',
  input: z.object({ code: codeField }),
  output: confirmed,
  errors: ['badRequest.code.invalid', 'badRequest.code.clock'],
});

export const beginDeskConfirm = endpoint({
  ...beginPasskeyLogin,
  ...own,
  path: '/confirm/challenge',
  summary: 'Returns the challenge that a passkey signs to confirm, valid once within 5 minutes',
});

export const confirmDeskWithPasskey = endpoint({
  ...own,
  method: 'POST',
  path: '/confirm/passkey',
  summary: 'Confirms with a passkey that the operator is at the browser',
  input: z.object({ credential: loginResponseSchema }),
  output: confirmed,
  errors: passkeyRefusals,
});

export const lockDesk = endpoint({
  ...own,
  method: 'POST',
  path: '/lock',
  summary: 'Locks the session: it opens nothing until a passkey or code confirms that the operator is back',
  input: z.object({}),
  output: done,
  errors: [],
});
