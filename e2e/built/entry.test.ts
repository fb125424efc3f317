import { describe, expect, test } from 'vitest';
import { pathOf } from '#contract/endpoint.ts';
import { listPerformers } from '#contract/performers/directory/directory-calls.ts';
import { ask, attributeOf, nameOf, origin, type Part, Visitor } from '../support/visitor.ts';

const sites = [
  {
    lang: 'nl',
    prefix: '',
    home: '/',
    login: 'Inloggen',
    signUp: /^Gratis aanmelden/,
    forgot: 'Wachtwoord vergeten?',
    wrong: 'Dit wachtwoord klopt niet.',
    unknown: 'Er is geen account met dit e-mailadres.',
    noAddress: 'Dit lijkt geen e-mailadres.',
    short: 'Gebruik minstens 6 tekens.',
    terms: 'Zet een vinkje om verder te gaan.',
    exists: /^Er is al een account met dit e-mailadres/,
    checkMail: 'Check je mail',
    credits: /120 credits cadeau/,
    again: 'Mail opnieuw sturen',
    resent: 'Mail verstuurd',
    tooShort: 'Vul minstens 4 tekens in.',
  },
  {
    lang: 'en',
    prefix: '/en',
    home: '/en',
    login: 'Log in',
    signUp: /^Sign up for free/,
    forgot: 'Forgot your password?',
    wrong: 'This password is not correct.',
    unknown: 'There is no account with this e-mail address.',
    noAddress: 'This does not look like an e-mail address.',
    short: 'Use at least 6 characters.',
    terms: 'Tick the box to go on.',
    exists: /^There already is an account with this e-mail address/,
    checkMail: 'Check your mail',
    credits: /120 free credits/,
    again: 'Send the mail again',
    resent: 'Mail sent',
    tooShort: 'Enter at least 4 characters.',
  },
] as const;

const password = 'Plein-16';
let people = 0;
const somebody = (lang: string): string => {
  people += 1;
  return `entry-${lang}-${people}-${Date.now()}@example.com`;
};
const button = (visitor: Visitor): Part => visitor.all('main form button')[0] as Part;
const kept = (visitor: Visitor, name: string): string =>
  attributeOf(visitor.all(`main input[name="${name}"]`)[0] as Part, 'value');
/** The error at a field, which is also marked invalid. */
const errorAt = (visitor: Visitor, name: string): string => {
  const field = visitor.all(`main input[name="${name}"]`)[0] as Part;
  expect(attributeOf(field, 'aria-invalid')).toBe('true');
  return nameOf(visitor.all(`#${attributeOf(field, 'aria-describedby')}`)[0] as Part);
};
const isMember = (visitor: Visitor): boolean => (visitor.cookies.get('vonk_session') ?? '') !== '';

const somePerformer = async (): Promise<string> => {
  const answer = await ask(`${pathOf(listPerformers)}?filter[status][]=offline`, {
    headers: { 'api-key': 'vonk-web' },
  });
  return listPerformers.output.parse(await answer.json()).result[0]?.username ?? '';
};

/** Waits for the mail and returns its reset link. */
async function resetLinkTo(email: string): Promise<URL> {
  const links = async (): Promise<string[]> => {
    const all = (await (await ask('/dev/outbox.json')).json()) as { to: string; text: string }[];
    const own = all.filter(({ to }) => to === email).map(({ text }) => text);
    return own.flatMap((text) => text.match(/https?:\/\/\S+action=resetpassword\S+/) ?? []);
  };
  await expect.poll(async () => (await links()).length, { timeout: 10_000 }).toBe(1);
  return new URL((await links())[0] ?? '');
}

describe.each(sites)('without script ($lang)', (site) => {
  test('P2.92 P2.108 the header leads to the login, which leads back and keeps the affiliate', async () => {
    const visitor = await new Visitor().open(`${site.prefix}/free?p=77`);
    await visitor.follow('header a', site.login);
    expect(visitor.address).toBe(`${site.prefix}/login?p=77`);
    await visitor.open(`${site.prefix}/login?p=77&next=${encodeURIComponent(`${site.prefix}/toy?p=77`)}`);
    expect(visitor.find('h1', site.login)).toBeTruthy();
    expect(attributeOf(visitor.all('meta[name="robots"]')[0] as Part, 'content')).toBe('noindex');
    const typed = { username: 'demo@example.com', password: 'Demo1234' };
    await visitor.send(button(visitor), typed);
    expect(visitor.address).toBe(`${site.prefix}/toy?p=77`);
    expect(isMember(visitor)).toBe(true);
    // A logged-in visitor is redirected.
    await visitor.open(`${site.prefix}/login?p=77`);
    expect(visitor.address).toBe(`${site.home}?p=77`);
  });

  test('P8.1 a refused login shows the error at its field and keeps the input except the password', async () => {
    const visitor = await new Visitor().open(`${site.prefix}/login`);
    await visitor.send(button(visitor), { username: 'demo@example.com', password: 'Wrong-1234' });
    expect(errorAt(visitor, 'password')).toBe(site.wrong);
    expect(kept(visitor, 'username')).toBe('demo@example.com');
    expect(kept(visitor, 'password')).toBe('');
    await visitor.send(button(visitor), { username: somebody('x'), password });
    expect(errorAt(visitor, 'username')).toBe(site.unknown);
    await visitor.send(button(visitor), { username: '"><b>no', password });
    expect(errorAt(visitor, 'username')).toBe(site.noAddress);
    expect(kept(visitor, 'username')).toBe('"><b>no');
    expect(isMember(visitor)).toBe(false);
  });

  test('P2.112 P2.113 P7.5 P8.10 signing up ends on the page about the mail, which can send it again', async () => {
    const email = somebody(site.lang);
    const visitor = await new Visitor().open(
      `${site.prefix}/login?p=77&next=${site.prefix}/stream/Femke?p=77`,
    );
    await visitor.follow('main a', site.signUp);
    await visitor.send(button(visitor), { email, password: 'a1' });
    expect(errorAt(visitor, 'password')).toEqual(site.short);
    expect(errorAt(visitor, 'terms')).toEqual(site.terms);
    expect(kept(visitor, 'email')).toBe(email);
    await visitor.send(button(visitor), { email, password, terms: 'yes' });
    expect(visitor.address).toMatch(new RegExp(`^${site.prefix}/register/sent\\?`));
    expect(isMember(visitor)).toBe(true);
    expect(visitor.find('h1', site.checkMail)).toBeTruthy();
    expect(visitor.find('main p', site.credits)).toBeTruthy();
    await visitor.send(visitor.find('main button', site.again));
    expect(visitor.find('main [role="status"]', site.resent)).toBeTruthy();
    expect(attributeOf(visitor.all('main a.link')[0] as Part, 'href')).toBe(
      `${site.prefix}/stream/Femke?p=77`,
    );
    const sent = async () => {
      const all = (await (await ask('/dev/outbox.json')).json()) as { to: string; text: string }[];
      return all.filter(({ to }) => to === email);
    };
    await expect.poll(async () => (await sent()).length, { timeout: 10_000 }).toBe(2);
    const next = encodeURIComponent(`${site.prefix}/stream/Femke?p=77`);
    expect((await sent())[0]?.text).toContain(`next=${next}&p=77`);

    const other = await new Visitor().open(`${site.prefix}/register`);
    await other.send(button(other), { email, password, terms: 'yes' });
    expect(errorAt(other, 'email')).toMatch(site.exists);
  });

  test('P2.93 P4.15 requesting a new password gives the same answer for every address', async () => {
    const visitor = await new Visitor().open(`${site.prefix}/login?p=77`);
    await visitor.follow('main a', site.forgot);
    expect(visitor.address).toBe(`${site.prefix}/forgot-password?p=77`);
    await visitor.send(button(visitor), { username: 'abc' });
    expect(errorAt(visitor, 'username')).toBe(site.tooShort);
    await visitor.send(button(visitor), { username: 'nobody-here@example.com' });
    expect(visitor.find('h1', site.checkMail)).toBeTruthy();
  });
});

describe.each(sites)('a mailed link without script ($lang)', ({ prefix, lang, login, forgot }) => {
  const words = {
    nl: {
      title: 'Kies een nieuw wachtwoord',
      differs: 'Dit is niet hetzelfde als hierboven.',
      done: 'Je wachtwoord is gewijzigd',
      go: 'Verder',
      used: /^Deze link is al gebruikt/,
    },
    en: {
      title: 'Choose a new password',
      differs: 'This is not the same as above.',
      done: 'Your password was changed',
      go: 'Continue',
      used: /^This link was already used/,
    },
  }[lang];

  test('P4.2 replaces the password and leads back to the performer’s page', async () => {
    const email = somebody(`reset-${lang}`);
    const stream = `${prefix}/stream/${await somePerformer()}?p=77`;
    const visitor = await new Visitor().open(`${prefix}/register`);
    await visitor.send(button(visitor), { email, password, terms: 'yes' });

    const forgetful = await new Visitor().open(`${prefix}/login?p=77&next=${encodeURIComponent(stream)}`);
    await forgetful.follow('main a', forgot);
    await forgetful.send(button(forgetful), { username: email });
    expect(forgetful.find('main a', lang === 'nl' ? 'Terug naar inloggen' : /log/i)).toBeTruthy();
    const link = await resetLinkTo(email);
    expect(link.pathname).toEqual(stream.split('?')[0]);
    expect(link.searchParams.get('p')).toBe('77');

    const reader = await new Visitor().open(link.pathname + link.search);
    const [meta] = reader.all('noscript meta');
    const target = attributeOf(meta as Part, 'content').replace('0; url=', '');
    await reader.open(target);
    expect(reader.find('h1', words.title)).toBeTruthy();
    await reader.send(button(reader), { newPassword: 'Gracht-17', repeatNewPassword: 'Gracht-18' });
    expect(errorAt(reader, 'repeatNewPassword')).toBe(words.differs);
    expect(isMember(reader)).toBe(false);
    await reader.send(button(reader), { newPassword: 'Gracht-17', repeatNewPassword: 'Gracht-17' });
    expect(reader.find('h1', words.done)).toBeTruthy();
    expect(isMember(reader)).toBe(true);
    expect(attributeOf(reader.find('main a', words.go), 'href')).toBe(stream);

    const late = await new Visitor().open(target);
    await late.send(button(late), { newPassword: 'Brug-18', repeatNewPassword: 'Brug-18' });
    expect(late.find('main [role="alert"]', words.used)).toBeTruthy();
    expect(isMember(late)).toBe(false);
    const again = await new Visitor().open(`${prefix}/login`);
    expect(again.find('h1', login)).toBeTruthy();
    await again.send(button(again), { username: email, password: 'Gracht-17' });
    expect(isMember(again)).toBe(true);
  });

  test('requested from the page of an unknown performer leads home', async () => {
    const email = somebody(`invented-${lang}`);
    const visitor = await new Visitor().open(`${prefix}/register`);
    await visitor.send(button(visitor), { email, password, terms: 'yes' });
    const asks = await new Visitor().open(`${prefix}/forgot-password?next=${prefix}/stream/Nobody-Here`);
    await asks.send(button(asks), { username: email });
    const link = await resetLinkTo(email);
    expect(link.origin).toEqual(new URL(origin).origin);
    expect(link.pathname).toEqual(prefix || '/');
  });
});

test.each([
  ['/settings/security', '/settings/security'],
  ['/settings/purchases?page=1', '/settings/purchases?page=1'],
  ['/?age=18-24', '/?age=18-24'],
  ['/en/messenger', '/en/messenger?p=77'],
])('a login with return page %s leads there', async (next, target) => {
  const visitor = await new Visitor().open(
    `/login?${new URLSearchParams({ next, ...(target.includes('p=77') && { p: '77' }) })}`,
  );
  const answer = visitor.send(button(visitor), { username: 'demo@example.com', password: 'Demo1234' });
  expect((await answer).address).toBe(target);
});

test('P3.6 a login returns to the page that linked to it, only on this site', async () => {
  const leadsTo = async (path: string, referer?: string): Promise<string | undefined> => {
    const page = await (
      await ask(path, { headers: { cookie: 'age=1', ...(referer && { referer }) } })
    ).text();
    return page.match(/name="next" value="([^"]*)"/)?.[1];
  };
  expect(await leadsTo('/login', `${origin}/en/toy?p=77&action=login`)).toBe('/en/toy?p=77');
  expect(await leadsTo('/login', 'https://evil.example/toy')).toBeUndefined();
  for (const evil of [
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    'https://evil.example',
    '/\t/evil',
  ])
    expect(await leadsTo(`/login?next=${encodeURIComponent(evil)}`), evil).toBeUndefined();
  const posted = await ask('/login', {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams({ username: 'demo@example.com', password: 'Demo1234', next: '//evil.example' }),
  });
  expect(posted.status).toBe(303);
  expect(posted.headers.get('location')).toBe('/');
  expect(posted.headers.getSetCookie().join()).toMatch(/vonk_session=[^;]+;.*HttpOnly/i);
});

test('refuses cross-site logins, and these pages are not cached', async () => {
  const body = new URLSearchParams({ username: 'demo@example.com', password: 'Demo1234' });
  const forged = await ask('/login', { method: 'POST', headers: { origin: 'https://evil.example' }, body });
  expect(forged.status).toBe(403);
  expect(forged.headers.getSetCookie()).toEqual([]);
  for (const path of ['/login', '/en/register', '/register/sent', '/forgot-password'])
    expect((await ask(path)).headers.get('cache-control'), path).toContain('no-store');
});
