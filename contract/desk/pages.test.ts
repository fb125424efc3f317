import { expect, it } from 'vitest';
import { routes } from '../routes.ts';
import { mayOpen } from './pages.ts';
import { operatorRoles } from './roles.ts';

it('lets only owners open the operators, and everyone log, account and login', () => {
  for (const path of [routes.deskOperators, `${routes.deskOperators}/x`])
    expect(operatorRoles.filter((role) => mayOpen(role, path))).toEqual(['owner']);
  for (const path of [routes.desk, routes.deskAccount, routes.deskLogin, routes.deskRefused])
    expect(operatorRoles.every((role) => mayOpen(role, path))).toBe(true);
});
