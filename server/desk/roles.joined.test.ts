import { describe, it } from 'vitest';
import { apiBases, callKey } from '#contract/endpoint.ts';
import { expectJoined } from '#contract/testing/joined.ts';
import { allCalls, fileRoles } from '#server/testing/rules/declarations.ts';
import { seller } from '#server/testing/test-app.ts';
import { deskRawRoutes } from './routes.ts';

/** Calls of the way in, which anyone may make. */
const open = ['/login', '/link/check', '/link', '/logout', '/login/passkey/challenge', '/login/passkey'].map(
  (path) => `POST ${apiBases.desk}${path}`,
);

describe('the desk', () => {
  it('names the roles that may load each of its files', () => {
    const paths = deskRawRoutes([], seller).map(({ path }) => path);
    const FILE = 'server/testing/rules/declarations.ts';
    expectJoined([
      ...paths
        .filter((path) => !(path in fileRoles))
        .map((path) => `${path} has no roles that may load it: add them to ${FILE}`),
      ...Object.keys(fileRoles)
        .filter((path) => !paths.includes(path))
        .map((path) => `${path} is no file of the desk (any more): remove it from ${FILE}`),
    ]);
  });

  it('names the roles that may make each of its calls; only the way in is open to anyone', async () => {
    const calls = (await allCalls()).map(({ call }) => call);
    const ofTheDesk = calls.filter(({ base }) => base === 'desk');
    const forAnyone = ofTheDesk.filter(({ access }) => access !== 'operator').map(callKey);
    expectJoined([
      ...forAnyone
        .filter((key) => !open.includes(key))
        .map((key) => `${key} is open to anyone: give it access 'operator' with roles in contract/desk/`),
      ...open
        .filter((key) => !forAnyone.includes(key))
        .map(
          (key) => `${key} is not open to anyone (any more): remove it from server/desk/roles.joined.test.ts`,
        ),
      ...calls
        .filter(({ access, roles }) => (access === 'operator') !== (roles !== undefined))
        .map(
          (call) =>
            `${callKey(call)} needs roles if it is for operators, and else none: see contract/desk/roles.ts`,
        ),
      ...calls
        .filter(({ access, base }) => access === 'operator' && base !== 'desk')
        .map((call) => `${callKey(call)} is for operators: give it the base 'desk'`),
    ]);
  });
});
