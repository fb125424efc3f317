import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type OutputOf, pathOf } from '#contract/endpoint.ts';
import { sendPrivateMessage } from '#contract/messaging/conversation-calls.ts';
import { isStudioPath, pageRoutes } from '#contract/site/page-routes.ts';
import { studioLogin } from '#contract/studio/studio-calls.ts';
import { prices } from '#contract/wallet/prices.ts';
import { expectPrivate } from '../support/html/route-table.ts';
import { newPerformer } from '../support/operators.ts';
import { ApiClient } from '../support/started/api-client.ts';
import { ask, attributeOf, nameOf, people, read, reduced, Visitor } from '../support/visitor.ts';

/** Performers of the demo, and texts in each language. */
const sites = [
  {
    prefix: '',
    performer: 'Sofie',
    logIn: 'Inloggen',
    logOut: 'Uitloggen',
    wrong: 'Deze naam en dit wachtwoord horen niet bij elkaar.',
    offline: 'Niemand ziet of hoort je.',
    others: 'Overal elders uitloggen',
    ended: 'Daar ben je nu uitgelogd.',
    change: 'Wachtwoord wijzigen',
    changed: /^Je wachtwoord is gewijzigd/,
    profile: 'Profiel',
    save: 'Opslaan',
    add: 'Toevoegen',
    refused: /^Laat links, contactgegevens/,
  },
  {
    prefix: '/en',
    performer: 'Yara',
    logIn: 'Log in',
    logOut: 'Log out',
    wrong: 'This name and this password do not belong together.',
    offline: 'Nobody sees or hears you.',
    others: 'Log out everywhere else',
    ended: 'You are now logged out there.',
    change: 'Change password',
    changed: /^Your password was changed/,
    profile: 'Profile',
    save: 'Save',
    add: 'Add',
    refused: /^Leave out links, contact details/,
  },
  {
    prefix: '/de',
    performer: 'Femke',
    logIn: 'Einloggen',
    logOut: 'Ausloggen',
    wrong: 'Dieser Name und dieses Passwort gehören nicht zusammen.',
    offline: 'Niemand sieht oder hört dich.',
    others: 'Überall sonst ausloggen',
    ended: 'Dort bist du jetzt ausgeloggt.',
    change: 'Passwort ändern',
    changed: /^Dein Passwort wurde geändert/,
    profile: 'Profil',
    save: 'Speichern',
    add: 'Hinzufügen',
    refused: /^Lass Links, Kontaktdaten/,
  },
] as const;

const withoutParams = (path: string): string => path.replace(/\/:\w+\?$/, '');
const pathsOfStudio = pageRoutes.map(({ path }) => withoutParams(path)).filter(isStudioPath);

describe('without the studio', () => {
  test.each(['', '/en', '/de'])('every address below %s/studio redirects home', async (prefix) => {
    for (const path of [...pathsOfStudio, '/studio/link?key=x', '/studio/anything', '/studio/any/thing'])
      for (const method of ['GET', 'POST']) {
        const answer = await ask(`${reduced + prefix}${path}`, { method });
        const isRefused = method === 'POST' && path.startsWith('/studio/any');
        expect(answer.status, `${path} ${method}`).toEqual(isRefused ? 405 : 302);
        if (!isRefused) expect(answer.headers.get('location')).toBe(prefix || '/');
      }
  });

  test('no page links to it', async () => {
    for (const path of ['/', '/en/login', '/profile/Sofie', '/de/stream/Sofie', '/privacy', '/robots.txt'])
      expect((await read(reduced + path)).includes('/studio'), path).toBe(false);
  });
});

test('pages link to the studio’s login in their footer', async () => {
  for (const [path, link] of [
    ['/', '<a href="/studio/login"'],
    ['/en/profile/Sofie', '<a href="/en/studio/login"'],
    ['/de/privacy', '<a href="/de/studio/login"'],
  ] as const)
    expect(await read(path), path).toContain(link);
});

describe('the studio', () => {
  const visitor = () => new Visitor({}, people);
  const outboxSchema = z.array(z.object({ to: z.string(), text: z.string() }));
  /** Path and query of the link in the mail. */
  async function linkFromMail(): Promise<string> {
    const find = async () => {
      const answer = await fetch(`${people}/dev/outbox.json`);
      const mail = outboxSchema.parse(await answer.json()).find(({ to }) => to === newPerformer.email);
      return /\/en\/studio\/link\?\S+/.exec(mail?.text ?? '')?.[0];
    };
    await expect.poll(find).toBeDefined();
    return (await find()) ?? '';
  }
  async function logIn({ prefix, performer, logIn: button }: (typeof sites)[number], password: string) {
    const one = await visitor().open(`${prefix}/studio/login`);
    return one.send(one.find('main form button', button), { username: performer, password });
  }

  test('a new performer chooses a password through her link, without script', async () => {
    const link = await linkFromMail();
    const [here, scanner] = [await visitor().open(link), await visitor().open(link)];
    for (const one of [here, scanner]) one.find('h1', 'Welcome, Hillegonda');
    const save = (one: Visitor, newPassword: string, repeatNewPassword = newPassword) =>
      one.send(one.find('main form button', 'Save and log in'), { newPassword, repeatNewPassword });
    await save(here, 'a1');
    here.find('#newPassword-message', 'Use at least 6 characters.');
    await save(here, 'Plein-16', 'Plein-17');
    here.find('#repeatNewPassword-message', 'This is not the same as above.');
    await save(here, 'Plein-16');
    expect(here.address).toBe('/en/studio/factor');
    here.find('h1', 'Extra protection');
    await here.send(here.find('main form button', 'Not now'));
    expect(here.address).toBe('/en/studio');
    here.find('header p', 'Hillegonda');
    await save(scanner, 'Anders-16');
    scanner.find('h1', 'This link was already used');
    expect((await scanner.open('/en/studio')).address).toBe('/en/studio/login');
    await scanner.open('/en/studio/link?key=unknown');
    scanner.find('h1', 'This link has expired');
  });

  test('only the live page may connect to toys on the performer’s computer', async () => {
    const here = await logIn(sites[1], 'Studio1234');
    const policyOf = async (path: string) => {
      const answer = await fetch(people + path, { headers: { cookie: here.cookieHeader() } });
      expect(answer.status, path).toBe(200);
      return answer.headers.get('content-security-policy');
    };
    for (const path of ['/studio/live', '/en/studio/live?from=mail', '/de/studio/live/'])
      expect(await policyOf(path), path).toContain("connect-src 'self' ws://127.0.0.1:12345");
    for (const path of ['/en/studio', '/en/studio/dock', '/en/profile/Sofie'])
      expect(await policyOf(path), path).not.toContain('ws:');
  });

  test.each(sites)('a performer logs in and out without script ($prefix)', async (site) => {
    const { prefix, performer } = site;
    const here = await visitor().open(`${prefix}/studio/account`);
    const login = `${prefix}/studio/login`;
    expect(here.address).toBe(`${login}?next=${encodeURIComponent(`${prefix}/studio/account`)}`);
    await here.send(here.find('main form button', site.logIn), { username: performer, password: 'x' });
    here.find('#password-message', site.wrong);
    expect(here.all('#username')[0]?.getAttributeValue('value')).toBe(performer);
    expect(here.all('#password')[0]?.getAttributeValue('value')).toBeNull();
    const typed = { username: performer.toLowerCase(), password: 'Studio1234' };
    await here.send(here.find('main form button', site.logIn), typed);
    expect(here.address).toBe(`${prefix}/studio/account`);
    expect((await here.open(login)).address).toBe(`${prefix}/studio`);
    here.find('header p', performer);
    here.find('main p span', site.offline);
    await here.send(here.find('header form button', site.logOut));
    expect(here.address).toBe(login);
    expect((await here.open(`${prefix}/studio`)).address).toBe(login);
  });

  test('a performer reads her earnings month by month and downloads them, without script', async () => {
    const [member, own] = [new ApiClient(people), new ApiClient(people)];
    await member.logIn('demo@example.com', 'Demo1234');
    const login = { username: sites[0].performer, password: 'Studio1234' };
    const { body } = await own.send<OutputOf<typeof studioLogin>>('POST', pathOf(studioLogin), login);
    const message = { performerId: body.performer.id, message: 'Hoi', clientId: randomUUID() };
    await member.send('POST', pathOf(sendPrivateMessage, { conversationId: 'new' }), message);
    const here = await logIn(sites[0], 'Studio1234');
    await here.follow('header nav a', 'Verdiensten');
    const months = here.all('#month option').map((option) => attributeOf(option, 'value'));
    const earned: number[] = [];
    for (const month of months) {
      await here.send(here.find('main form button', 'Toon'), { month });
      const chats = here.all('main tbody th[scope="row"] [translate="no"]').map(nameOf);
      // The last but one: her euro stand in the last column.
      const sum = here.all('main tfoot td').map(nameOf).at(-2);
      const link = attributeOf(here.find('main a', 'Download deze maand als CSV'), 'href');
      const file = await fetch(people + link, { headers: { cookie: here.cookieHeader() } });
      expect(file.headers.get('content-disposition')).toBe(
        `attachment; filename="mijn-verdiensten-${month}.csv"`,
      );
      const [, ...rows] = (await file.text()).trim().split('\r\n');
      const cells = rows.map((row) => row.split(';'));
      expect(cells.map((row) => row[3]).reverse()).toEqual(chats);
      const inFile = cells.reduce((total, row) => total + Number(row.at(-1)), 0);
      expect(inFile).toBe(Number(sum?.replaceAll('.', '') ?? 0));
      earned.push(inFile);
    }
    expect(earned[0]).toBeGreaterThanOrEqual(prices.message);
    expect((await fetch(`${people}/api/studio/earnings.csv?api-key=vonk-web`)).status).toBe(401);
  });

  test.each(sites)(
    'a performer changes her profile and plans a start without script ($prefix)',
    async (site) => {
      const { prefix, performer } = site;
      const here = await logIn(site, 'Studio1234');
      await here.follow('header nav a', site.profile);
      // The first form with texts is the one about her.
      const save = (motto: string) =>
        here.send(here.find('main form button', site.save), {
          motto,
          bio: 'Hoi.',
          city: 'Delft',
          languages: 'nl',
        });
      await save('www.example.com');
      here.find('#field-motto-message', site.refused);
      expect(attributeOf(here.find('#field-motto', ''), 'value')).toBe('www.example.com');
      await save(`Motto ${performer}`);
      expect(here.address).toMatch(/done=about#about$/);
      const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
      await here.send(here.find('main form button', site.add), { day: '2020-01-01', time: '20:30' });
      expect(here.all('#day-message')).toHaveLength(1);
      await here.send(here.find('main form button', site.add), { day, time: '20:30' });
      const [start] = here.all('main time').map((time) => attributeOf(time, 'datetime'));
      expect(start).toMatch(day);
      const profile = await visitor().open(`${prefix}/profile/${performer}`);
      profile.find('main p', `“Motto ${performer}”`);
      expect(profile.all('main h2 ~ ul time').map((time) => attributeOf(time, 'datetime'))).toEqual([start]);
      const [jsonLd] = profile.all('script[type="application/ld+json"]').map((script) => script.textContent);
      const events = z
        .object({ '@graph': z.array(z.record(z.string(), z.unknown())) })
        .parse(JSON.parse(jsonLd ?? ''))
        ['@graph'].filter((thing) => thing['@type'] === 'BroadcastEvent');
      expect(events).toMatchObject([{ startDate: start }]);
      const [remove] = here.all('main li button');
      if (remove) await here.send(remove, { motto: 'Typed' });
      expect(here.all('main time')).toEqual([]);
      const mottos = () => here.all('#field-motto').map((field) => attributeOf(field, 'value'));
      expect(mottos()).toEqual(['Typed']);
      await here.send(here.find('main form button', site.add), { motto: 'Typed', day, time: '20:30' });
      expect(here.all('main time').length).toBe(1);
      expect(mottos()).toEqual(['Typed']);
      await save('Typed');
      expect(here.address).toMatch(/done=about#about$/);
    },
  );

  test('a performer hides from places, and from none again, without script', async () => {
    const here = await logIn(sites[1], 'Studio1234');
    await here.open('/en/studio/account');
    const save = (places: string) => here.send(here.find('main form button', 'Save'), { places });
    const shown = () => here.all('#places').map((field) => attributeOf(field, 'value'));
    await save('Germany');
    expect(here.all('#places-message').length).toBe(1);
    expect(shown()).toEqual(['Germany']);
    for (const [typed, offered] of [
      ['de, us-zz', 'de, us-zz'],
      // The embedded database knows no regions.
      ['de, us-tx', 'DE, US'],
    ] as const) {
      await save(typed);
      expect(here.all('#places-message').length).toBe(1);
      expect(shown()).toEqual([offered]);
    }
    for (const [typed, kept] of [
      ['de, us', 'DE, US'],
      ['', ''],
    ] as const) {
      await save(typed);
      here.find('[role="status"]', 'The places are saved.');
      expect(shown()).toEqual([kept]);
    }
  });

  test.each(sites)('a performer ends other sessions and changes her password ($prefix)', async (site) => {
    const { prefix } = site;
    const isIn = async (one: Visitor) => (await one.open(`${prefix}/studio`)).address === `${prefix}/studio`;
    const [here, there] = [await logIn(site, 'Studio1234'), await logIn(site, 'Studio1234')];
    await here.open(`${prefix}/studio/account`);
    await here.send(here.find('main form button', site.others));
    here.find('[role="status"]', site.ended);
    expect(await isIn(there)).toBe(false);
    expect(await isIn(here)).toBe(true);
    await here.open(`${prefix}/studio/account`);
    const change = (password: string) => {
      const fields = { password, newPassword: 'Anders-16', repeatNewPassword: 'Anders-16' };
      return here.send(here.find('main form button', site.change), fields);
    };
    await change('Plein-17');
    expect(here.all('#password')[0]?.getAttributeValue('aria-invalid')).toBe('true');
    await change('Studio1234');
    here.find('[role="status"]', site.changed);
    expect(await isIn(here)).toBe(true);
    expect((await logIn(site, 'Studio1234')).address).toBe(`${prefix}/studio/login`);
    expect(await isIn(await logIn(site, 'Anders-16'))).toBe(true);
  });

  test('its pages are valid HTML, for one person only, not indexed, and without inline script', async () => {
    const performer = visitor();
    const body = JSON.stringify({ username: 'Imani', password: 'Studio1234' });
    const headers = { 'api-key': 'vonk-web', 'content-type': 'application/json', origin: people };
    const login = await fetch(people + pathOf(studioLogin), { method: 'POST', headers, body });
    for (const set of login.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      performer.cookies.set(name, value);
    }
    const own = pageRoutes.filter(({ performers }) => performers).map(({ path }) => withoutParams(path));
    for (const { prefix } of sites)
      for (const [path, cookie] of [
        ...['/studio/login', '/studio/apply', '/studio/link?key=x'].map((one) => [one, ''] as const),
        ...own.map((one) => [one, performer.cookieHeader()] as const),
      ])
        await expectPrivate({ site: people, path: prefix + path, cookie });
  });

  test('other pages do not know the performer, and no other page follows her login', async () => {
    const one = await visitor().open('/studio/login?next=%2Fsettings');
    await one.send(one.find('main form button', 'Inloggen'), { username: 'Amber', password: 'Studio1234' });
    expect(one.address).toBe('/studio');
    await one.open('/settings');
    expect(one.address).toBe('/');
    one.find('header a', 'Inloggen');
    await one.open('/studio/logout');
    expect(one.address).toBe('/studio');
  });

  test('a form of another site is refused', async () => {
    const headers = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
    for (const path of [...pathsOfStudio, '/studio/link?key=x'])
      expect((await fetch(people + path, { method: 'POST', headers })).status).toBe(403);
  });
});
