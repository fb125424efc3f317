import { expect, it } from 'vitest';
import { routes } from '../routes.ts';
import { mayOpen } from './pages.ts';
import { operatorRoles } from './roles.ts';

it.each([
  [routes.desk, operatorRoles],
  [routes.deskAccount, operatorRoles],
  [routes.deskRefused, operatorRoles],
  [routes.deskLive, ['moderator', 'owner']],
  [`${routes.deskLive}/7`, ['moderator', 'owner']],
  [routes.deskReports, ['moderator', 'owner']],
  [`${routes.deskReports}/7`, ['moderator', 'owner']],
  [routes.deskPerformers, operatorRoles],
  [`${routes.deskPerformers}/7`, operatorRoles],
  [routes.deskApplications, ['moderator', 'owner']],
  [routes.deskPictures, ['moderator', 'owner']],
  [routes.deskMembers, ['support', 'finance', 'owner']],
  [routes.deskAffiliates, ['finance', 'owner']],
  [routes.deskHouse, ['support', 'finance', 'owner']],
  [routes.deskContent, ['support', 'moderator', 'owner']],
  [routes.deskToday, operatorRoles],
  [`${routes.deskMembers}/7`, ['support', 'finance', 'owner']],
  [routes.deskRefunds, ['support', 'finance', 'owner']],
  [routes.deskPayouts, ['finance', 'owner']],
  [routes.deskBooks, ['finance', 'owner']],
  [routes.deskOperators, ['owner']],
])('lets open %s: %s', (path, roles) => {
  expect(operatorRoles.filter((role) => mayOpen(role, path))).toEqual(roles);
});
