import { memberTable } from '#server/db/member-table.ts';
import { passkeys } from '#server/identity/passkeys/tables.ts';

/** The public key and the account's handle are only useful to a server; the authenticator shows the id. */
export const passkeysData = memberTable(passkeys, {
  file: 'passkeys',
  columns: ['credentialId as id', 'name', 'createdAt', 'lastUsedAt'],
  order: 'createdAt',
  erase: 'delete',
});
