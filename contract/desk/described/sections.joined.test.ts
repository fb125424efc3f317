import { expect, it } from 'vitest';
import { pageRoutes } from '../../site/page-routes.ts';
import { routes } from '../../site/routes.ts';
import { expectJoined } from '../../testing/joined.ts';
import { type OperatorRole, operatorRoles } from '../roles.ts';
import { mayOpen } from './sections.ts';

/** Who may open a page of the desk; `/7` is one of those below it. */
const rows: readonly (readonly [path: string, roles: readonly OperatorRole[]])[] = [
  [routes.desk, operatorRoles],
  [routes.deskLog, operatorRoles],
  [routes.deskSearch, operatorRoles],
  [routes.deskAccount, operatorRoles],
  [routes.deskRefused, operatorRoles],
  [routes.deskLock, operatorRoles],
  [routes.deskLive, ['moderator', 'owner']],
  [`${routes.deskLive}/7`, ['moderator', 'owner']],
  [routes.deskReports, ['moderator', 'owner']],
  [`${routes.deskReports}/7`, ['moderator', 'owner']],
  [routes.deskPerformers, operatorRoles],
  [`${routes.deskPerformers}/7`, operatorRoles],
  [routes.deskIdentity, ['moderator', 'owner']],
  [`${routes.deskIdentity}/7`, ['moderator', 'owner']],
  [routes.deskDepictions, ['moderator', 'owner']],
  [routes.deskApplications, ['moderator', 'owner']],
  [routes.deskPictures, ['moderator', 'owner']],
  [routes.deskMembers, ['support', 'finance', 'owner']],
  [routes.deskAffiliates, ['finance', 'owner']],
  [routes.deskOrders, ['moderator', 'owner']],
  [routes.deskLaw, ['finance', 'owner']],
  [routes.deskHouse, ['support', 'finance', 'owner']],
  [routes.deskContent, ['support', 'moderator', 'owner']],
  [routes.deskToday, operatorRoles],
  [`${routes.deskMembers}/7`, ['support', 'finance', 'owner']],
  [routes.deskRefunds, ['support', 'moderator', 'finance', 'owner']],
  [routes.deskPayouts, ['finance', 'owner']],
  [routes.deskBooks, ['finance', 'owner']],
  [routes.deskPayments, ['support', 'finance', 'owner']],
  [routes.deskDisputes, ['finance', 'owner']],
  [routes.deskRevenue, ['finance', 'owner']],
  [routes.deskSpenders, ['support', 'finance', 'owner']],
  [routes.deskChanges, operatorRoles],
  [routes.deskTax, ['finance', 'owner']],
  [routes.deskOperators, ['owner']],
];

it.each(rows)('lets open %s: %s', (path, roles) => {
  expect(operatorRoles.filter((role) => mayOpen(role, path))).toEqual(roles);
});

it('lists every page for operators', () => {
  const paths = pageRoutes
    .filter(({ operators }) => operators)
    .flatMap(({ path }) =>
      path.endsWith('?') ? [path.replace(/\/:\w+\?$/, ''), path.replace(/:\w+\?$/, '7')] : [path],
    );
  expectJoined(
    paths
      .filter((path) => !rows.some(([listed]) => listed === path))
      .map(
        (path) =>
          `${path} has no row with the roles that may open it: add one to contract/desk/described/sections.joined.test.ts, and a section to contract/desk/described/sections.ts unless every role may`,
      ),
  );
});
