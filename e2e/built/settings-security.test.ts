import { expect, test } from 'vitest';
import { pageRoutes } from '#contract/site/page-routes.ts';
import { routes } from '#contract/site/routes.ts';
import { accountsOf } from '../support/members.ts';
import { attributeOf, Visitor } from '../support/visitor.ts';

const sites = [
  {
    prefix: '',
    title: 'Beveiliging',
    login: 'Inloggen',
    others: 'Overal elders uitloggen',
    ended: 'Daar ben je nu uitgelogd.',
    act: 'Ingelogd',
  },
  {
    prefix: '/en',
    title: 'Security',
    login: 'Log in',
    others: 'Log out everywhere else',
    ended: 'You are now logged out there.',
    act: 'Logged in',
  },
] as const;

async function loggedIn(prefix: string, login: string): Promise<Visitor> {
  const visitor = await new Visitor().open(`${prefix}/login`);
  const button = visitor.find('main form button', login);
  // Of its own: ending its sessions would log out the other tests of this product.
  return visitor.send(button, { username: accountsOf('security').rich, password: 'Demo1234' });
}
const isMember = async (visitor: Visitor, prefix: string) => {
  await visitor.open(`${prefix}/settings/security`);
  return visitor.address.endsWith('/settings/security');
};

test.each(sites)(
  'a member sees where they are logged in, and logs out there without script ($prefix)',
  async (site) => {
    const [here, there] = [await loggedIn(site.prefix, site.login), await loggedIn(site.prefix, site.login)];
    expect(await isMember(there, site.prefix)).toBe(true);
    await here.open(`${site.prefix}/settings/security`);
    here.find('h1', site.title);
    here.find('#trail ~ ul span, section span', new RegExp(`^${site.act}`));
    await here.send(here.find('main form button', site.others));
    here.find('[role="status"]', site.ended);
    expect(here.all('main form')).toEqual([]);
    expect(await isMember(there, site.prefix)).toBe(false);
    expect(await isMember(here, site.prefix)).toBe(true);
  },
);

/** Pages for members: none may be found by a search engine. */
const pathsOfMembers = pageRoutes
  .filter(({ members }) => members)
  .map(({ path }) =>
    path === routes.newConversation ? `${path}?modelId=1&model=Sofie` : path.replace(/:\w+$/, 'Sofie'),
  );

test('no page for members is indexed', async () => {
  const visitor = await loggedIn('', 'Inloggen');
  const robots: unknown[] = [];
  for (const path of pathsOfMembers) {
    await visitor.open(path);
    const [meta] = visitor.all('meta[name="robots"]');
    robots.push([path, meta && attributeOf(meta, 'content')]);
  }
  expect(robots).toEqual(pathsOfMembers.map((path) => [path, 'noindex']));
});
