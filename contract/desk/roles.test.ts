import { expect, it } from 'vitest';
import { isRoleAmong, operatorRoles } from './roles.ts';

it.each(operatorRoles)('lets %s and owners make calls of that role', (role) => {
  const allowed = operatorRoles.filter((other) => isRoleAmong(other, [role]));
  expect(allowed).toEqual([...new Set([role, 'owner'])]);
});
