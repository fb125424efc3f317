import { URI } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { dayOf } from '#contract/day.ts';
import { lockDesk } from '#contract/desk/account/confirm-calls.ts';
import { pathOf } from '#contract/endpoint.ts';
import { isDeskPath, pageRoutes } from '#contract/site/page-routes.ts';
import { deskSectionNames, expectPrivate } from '../support/html/route-table.ts';
import { addressOf, journeyOperators } from '../support/operators.ts';
import { ask, attributeOf, nameOf, people, reduced, Visitor } from '../support/visitor.ts';

const ADDRESS = addressOf('anna');
/** An owner. */
const OLGA = addressOf('olga');
const PASSWORD = 'verwegvanzee7';
type Authenticator = ReturnType<typeof URI.parse>;

const withoutParams = (path: string): string => path.replace(/\/:\w+\?$/, '');
const pathsOfDesk = pageRoutes.map(({ path }) => withoutParams(path)).filter(isDeskPath);

test.each(['', '/en', '/de'])(
  'without the desk every address below %s/desk redirects home',
  async (prefix) => {
    for (const path of [...pathsOfDesk, '/desk/link?key=x', '/desk/anything']) {
      const answer = await ask(reduced + prefix + path);
      expect(answer.status, path).toBe(302);
      expect(answer.headers.get('location'), path).toEqual(prefix || '/');
    }
  },
);

const monthOf = (daysAgo: number): string => dayOf(new Date(Date.now() - daysAgo * 86_400_000)).slice(0, 7);

describe('the desk', () => {
  /** Of the browser in which she set up her access. */
  let cookieOfAnna = '';
  let appOfAnna: Authenticator;
  let cookiesOfAnna: ReadonlyMap<string, string> = new Map();
  let cookiesOfOlga: ReadonlyMap<string, string> = new Map();
  let cookiesOfFinance: ReadonlyMap<string, string> = new Map();

  const visitor = () => new Visitor({}, people);
  const outboxSchema = z.array(z.object({ to: z.string(), text: z.string() }));
  /** Path and query of the link in the mail. */
  async function linkFromMail(address: string, to = 'desk/link'): Promise<string> {
    const find = async () => {
      const answer = await fetch(`${people}/dev/outbox.json`);
      const mails = outboxSchema.parse(await answer.json()).filter((mail) => mail.to === address);
      const links = mails.map(({ text }) => new RegExp(`/en/${to}\\?\\S+`).exec(text)?.[0]);
      return links.find((link) => link !== undefined);
    };
    await expect.poll(find).toBeDefined();
    return (await find()) ?? '';
  }
  /** Fills in the form of the open link. */
  function saveAccess(here: Visitor, code: (app: Authenticator) => string): Promise<unknown> {
    const hrefs = here.all('main a').map((anchor) => attributeOf(anchor, 'href'));
    const app = URI.parse(hrefs.find((href) => href.startsWith('otpauth:')) ?? '');
    const passwords = { newPassword: PASSWORD, repeatNewPassword: PASSWORD };
    return here.send(here.find('main form button', 'Save and log in'), { ...passwords, code: code(app) });
  }
  /** Names of the fields that are marked as wrong. */
  const wrongFields = (here: Visitor): string[] =>
    here.all('[aria-invalid]').map((field) => attributeOf(field, 'name'));
  async function loggedIn(address: string): Promise<Visitor> {
    const here = await visitor().open(await linkFromMail(address));
    await saveAccess(here, (app) => app.generate());
    return here;
  }

  test('an operator sets up the access and reads the log, without script', async () => {
    const here = await visitor().open('/en/desk/log?actor=anna');
    expect(here.address).toBe(`/en/desk/login?next=${encodeURIComponent('/en/desk/log?actor=anna')}`);
    await here.open(await linkFromMail(ADDRESS));
    here.find('h1', 'Welcome, anna');
    await saveAccess(here, () => '12');
    here.find('#code-message', 'The code has six digits');
    await saveAccess(here, (app) => {
      appOfAnna = app;
      return app.generate();
    });
    expect(here.address).toBe('/en/desk');
    here.find('header p b', 'anna');
    cookieOfAnna = here.cookieHeader();
    cookiesOfAnna = new Map(here.cookies);
    await here.open('/en/desk/log?actor=guest');
    await here.send(here.find('main form button', 'Show'), { actor: 'guest', act: 'operator' });
    here.find('td span', 'operator.activated');
    const offered = here.all('#act-offered option').map((option) => option.getAttributeValue('value'));
    expect(offered).toContain('stream.cut');
    await here.open('/en/desk/account');
    here.find('h2', 'Moderator');
    here.find('h2', 'Passkeys');
  });

  test('operators hand over, and see both notes if two were written at once', async () => {
    const open = async () => {
      const one = visitor();
      for (const [name, value] of cookiesOfAnna) one.cookies.set(name, value);
      return one.open('/en/desk');
    };
    const [here, stale] = [await open(), await open()];
    const write = (one: Visitor, text: string) =>
      one.send(one.find('main form button', 'Hand over'), { text });
    await write(here, ' ');
    here.find('#handover-new-text-message', 'Write 1 to 2,000 characters.');
    await write(here, 'Yara is watched.');
    here.find('figcaption', /^anna, /);
    await write(stale, 'The relay is slow.');
    stale.find('[role="alert"]', /^A colleague has just written a note too\./);
    stale.find('blockquote', 'Yara is watched.');
    await write(stale, nameOf(stale.find('textarea[name="text"]', 'The relay is slow.')));
    expect(stale.all('blockquote').map(nameOf)).toEqual(['The relay is slow.', 'Yara is watched.']);
  });

  test('a locked desk shows nothing but its lock, and sends what was typed with the code', async () => {
    const here = visitor();
    for (const [name, value] of cookiesOfAnna) here.cookies.set(name, value);
    await here.open('/en/desk');
    const lock = () =>
      fetch(people + pathOf(lockDesk), {
        method: lockDesk.method,
        headers: {
          'api-key': 'vonk-web',
          'content-type': 'application/json',
          cookie: cookieOfAnna,
          origin: people,
        },
        body: '{}',
      });
    expect((await lock()).status).toBe(200);
    await here.send(here.find('main form button', 'Hand over'), { text: 'Typed before the lock.' });
    here.find('h1', 'The desk is locked');
    here.find('p', 'What you typed is kept, and is sent with the code.');
    expect(here.all('blockquote, a[href="/en/desk/reports"]')).toHaveLength(0);
    const open = (confirm: string) => here.send(here.find('main form button', 'Go on'), { confirm });
    await open('12');
    here.find('#confirm-message', /^This code is not right/);
    await expectValid(here, ['/en/desk', '/desk/lock', '/de/desk/reports']);
    // Each code opens once, also that of the next half-minutes.
    const codeIn = (seconds: number) => appOfAnna.generate({ timestamp: Date.now() + seconds * 1000 });
    await open(codeIn(30));
    expect(here.address).toBe('/en/desk#handover');
    here.find('blockquote', 'Typed before the lock.');
    await lock();
    await here.open('/en/desk/lock?next=/en/desk/log');
    await open(codeIn(60));
    expect(here.address).toBe('/en/desk/log');
  });

  test('a role sees only its sections, and a text with status 403 at the others', async () => {
    const here = visitor();
    for (const [name, value] of cookiesOfAnna) here.cookies.set(name, value);
    await here.open('/en/desk/operators');
    here.find('h1', 'This is not part of your role');
    const names = deskSectionNames('moderator', 'en');
    expect(names).toEqual(expect.arrayContaining(['Log', 'Live', 'Reports']));
    expect(names).not.toContain('Operators');
    const shown = here.all('header nav a').map((anchor) => nameOf(anchor).replace(/ \d+$/, ''));
    expect(shown.slice(-names.length)).toEqual(names);
    expect(here.all('header p a').map(nameOf)).toEqual(['Account anna Moderator']);
    const answer = await fetch(`${people}/en/desk/operators`, { headers: { cookie: cookieOfAnna } });
    expect(answer.status).toBe(403);
  });

  test('its pages are valid HTML, for one person only, not indexed, and without inline script', async () => {
    for (const prefix of ['', '/en', '/de'])
      for (const [path, cookie] of [
        ['/desk/login', ''],
        ['/desk/link?key=x', ''],
        ['/desk', cookieOfAnna],
        ['/desk/account', cookieOfAnna],
        ['/desk/live', cookieOfAnna],
        ['/desk/live/1', cookieOfAnna],
      ] as const)
        await expectPrivate({ site: people, path: prefix + path, cookie });
  });

  test('a moderator decides reports, and the reporter appeals', async () => {
    const guest = new Visitor(undefined, people);
    await guest.open('/en/report/Yara?place=stream');
    const reporter = 'reporter@example.com';
    await guest.send(guest.find('main form button', 'Send report'), {
      reason: 'identity',
      details: 'This is my picture.',
      email: reporter,
    });
    guest.find('h1', 'We have received your report');

    const here = visitor();
    for (const [name, value] of cookiesOfAnna) here.cookies.set(name, value);
    await here.open('/en/desk/reports');
    await here.open(attributeOf(here.find('h2 a', 'Yara'), 'href'));
    const page = here.address;
    here.find('blockquote', 'This is my picture.');
    const press = (label: string, typed: Record<string, string>) =>
      here.send(here.find('details button', label), typed);
    await press('Take this case', { reason: 'x' });
    here.find('p', 'Give a reason of 3 to 300 characters');
    await press('Take this case', { reason: 'my shift' });
    here.find('h1 + p', /In work.*anna/);
    const facts = 'We asked for proof, and saw it.';
    const [reports = ''] = here.all('[name="reports"]').map((box) => attributeOf(box, 'value'));
    const decision = { measure: 'none', ground: 'no-breach', facts, reports, reason: 'rule 4' };
    await press('Decide and send', { ...decision, measure: 'nothing' });
    here.find('p', 'Choose a measure and a ground.');
    expect(nameOf(here.find('textarea[name="facts"]', facts))).toBe(facts);
    await press('Decide and send', { ...decision, facts: 'Short' });
    here.find('p', 'Write the facts in 10 to 2,000 characters.');
    await expectValid(here, [page, '/en/desk/reports', '/de/desk/reports?show=closed']);
    await press('Decide and send', decision);
    here.find('h1 + p', 'Closed');
    here.find('h3', /No measure.*Stands/);

    const link = await linkFromMail(reporter, 'appeal');
    await guest.open(link);
    guest.find('blockquote', /We have taken no measure\..*We asked for proof/);
    await expectValid(guest, [link, '/appeal?key=x']);
    const appeal = (text: string) => guest.send(guest.find('main form button', 'Send the appeal'), { text });
    await appeal('No.');
    guest.find('#text-message', 'Write at least 10 characters.');
    await appeal('The picture is mine, and I have the original.');
    guest.find('h1', 'We have received your appeal');
    await guest.open(link);
    guest.find('h1', 'This link can’t be used any more');
    await here.open(page);
    here.find('p', 'You made this decision, so somebody else decides the appeal.');
    here.find('li', /Appealed.*I have the original/);
  });

  test('a warned performer reads the decision in the studio, and appeals', async () => {
    const guest = await new Visitor(undefined, people).open('/en/report/Elena?place=stream');
    await guest.send(guest.find('main form button', 'Send report'), {
      reason: 'identity',
      details: 'This is my picture.',
      email: 'reporter-of-elena@example.com',
    });
    const here = visitor();
    for (const [name, value] of cookiesOfAnna) here.cookies.set(name, value);
    await here.open('/en/desk/reports');
    await here.open(attributeOf(here.find('h2 a', 'Elena'), 'href'));
    const [reports = ''] = here.all('[name="reports"]').map((box) => attributeOf(box, 'value'));
    const warning = { measure: 'warn', ground: 'consent', facts: 'You showed another person.', reports };
    await here.send(here.find('details button', 'Decide and send'), { ...warning, reason: 'rule 4' });
    here.find('h1 + p', 'Closed');
    await readsAndAppeals('Elena', '/en/studio/login', '/en/studio/decisions', /You showed another person\./);
    await here.open(here.address);
    here.find('li', /Appealed.*somebody else/);
  });

  test('a moderator finds who has no identity record, records it, and suspends a performer', async () => {
    const here = visitor();
    for (const [name, value] of cookiesOfAnna) here.cookies.set(name, value);
    await here.open('/en/desk/performers');
    await here.open(attributeOf(here.find('nav a', 'No record'), 'href'));
    const [found] = here.all('tbody th a');
    if (!found) throw new Error('Nobody is without a record');
    const name = nameOf(found);
    await here.send(here.find('main form button', 'Show'), { query: name.toLowerCase() });
    await here.open(attributeOf(here.find('tbody th a', name), 'href'));
    const page = here.address;
    const press = (label: string, typed: Record<string, string>) =>
      here.send(here.find('details button', label), typed);
    const identity = {
      legalName: 'Johanna van der Linden',
      dateOfBirth: '2015-05-05',
      otherNames: 'Jo Bakkerhoven',
      address: 'Plein 1, Amsterdam',
      document: 'id-card',
      numberEnd: '20',
      checkedOn: '2026-11-01',
      reason: 'saw the card',
    };
    await press('Record the identity', identity);
    here.find('p', 'Enter the last three or four characters of the number.');
    expect(wrongFields(here)).toEqual(['numberEnd']);
    const [legalName] = here.all('input[name="legalName"]').map((field) => attributeOf(field, 'value'));
    expect(legalName).toBe(identity.legalName);
    await press('Record the identity', { ...identity, numberEnd: '2014' });
    here.find('p', 'This person was under eighteen on the day of the check. The record cannot be stored.');
    await press('Record the identity', { ...identity, numberEnd: '2014', dateOfBirth: '1995-05-05' });
    here.find('p', 'The record is stored and waits for approval.');
    expect(here.all('dd').map(nameOf).join()).not.toContain('Johanna');
    await press('Open the record', { reason: 'to compare' });
    here.find('dd', 'Johanna van der Linden');
    await press('Approve', { reason: 'all good' });
    // Who recorded an identity does not approve it.
    here.find('p', 'This waits for a second operator.');
    await press('Change places', { places: 'Germany', reason: 'she asked' });
    here.find('p', 'Enter country codes such as DE or regions such as US-TX, at most 50.');
    await press('Change places', { places: 'de\nus-zz', reason: 'she asked' });
    here.find(
      'p',
      'One of these codes does not exist. Use country codes such as DE or regions such as US-TX.',
    );
    // The embedded database knows no regions.
    await press('Change places', { places: 'de\nus-tx', reason: 'she asked' });
    here.find('p', 'This site can only tell countries, not regions. Enter the whole country instead.');
    await press('Change places', { places: 'DE\nUS', reason: 'she asked' });
    here.find('dd', 'Germany (DE), United States (US)');
    await press('Record a consent', {
      agreement: '2026-11',
      acceptedOn: '2026-11-01',
      coPerformers: 'Pieter Jansen',
      reason: 'signed',
    });
    here.find('tr', /2026-11.*yes/);
    await press('Suspend', { ground: 'consent', facts: 'Short', reason: 'rule 4' });
    here.find('p', 'Write the facts in 10 to 2,000 characters.');
    const late = here.find('details button', 'Suspend');
    await press('Suspend', { ground: 'consent', facts: 'She showed another person.', reason: 'rule 4' });
    here.find('tr', /for good.*She showed another person\./);
    expect((await fetch(`${people}/profile/${name}`, { redirect: 'manual' })).status).toBe(404);
    await expectValid(here, [
      page,
      '/en/desk/performers?show=suspended',
      '/desk/performers',
      '/de/desk/pictures',
    ]);
    await here.send(late, { ground: 'consent', facts: 'She showed another person.', reason: 'rule 4' });
    here.find('[role="alert"]', /^This has just been done/);
    await press('Lift the suspension', { reason: 'on appeal' });
    here.find('p', 'The suspension is lifted.');
  });

  /** Logs in, reads the newest decision, and appeals against it. */
  async function readsAndAppeals(
    username: string,
    login: string,
    page: string,
    facts: RegExp,
  ): Promise<void> {
    const one = await new Visitor(undefined, people).open(login);
    const password = login.includes('studio') ? 'Studio1234' : 'Demo1234';
    await one.send(one.find('main form button', 'Log in'), { username, password });
    await one.open(page);
    one.find('main section p', facts);
    one.find('main section p', 'New');
    await one.open(page);
    expect(one.all('main section p').map(nameOf)).not.toContain('New');
    await expectPrivate({ site: people, path: page, cookie: one.cookieHeader() });
    const appeal = (text: string) => one.send(one.find('main form button', 'Send the appeal'), { text });
    await appeal('No.');
    one.find('form p', 'Write at least 10 characters.');
    one.find('textarea', 'No.');
    await appeal('It was somebody else, and I can show it.');
    one.find('blockquote', 'It was somebody else, and I can show it.');
    expect(one.all('main section')[0]?.querySelectorAll('form')).toEqual([]);
  }

  test('an operator logs out, and in with the right code only', async () => {
    const here = await visitor().open('/en/desk/login');
    for (const [name, value] of cookiesOfAnna) here.cookies.set(name, value);
    await here.open('/en/desk');
    await here.send(here.find('header form button', 'Log out'));
    expect(here.address).toBe('/en/desk/login');
    const typed = { email: ADDRESS, password: PASSWORD, code: '000000' };
    await here.send(here.find('main form button', 'Log in'), typed);
    here.find('#code-message', /^These details are not right/);
    expect(here.all('#email')[0]?.getAttributeValue('value')).toBe(ADDRESS);
    expect((await here.open('/en/desk')).address).toBe('/en/desk/login');
  });

  test('support finds a member, explains and corrects the credits, and asks for a refund', async () => {
    const here = await loggedIn(addressOf('support'));
    await here.open('/en/desk/members');
    const find = (query: string) => here.send(here.find('main form button', 'Show'), { query });
    await find('nobody@example.com');
    here.find('main p', 'No member was found that fits.');
    await find('demo@example.com');
    expect(here.address).toMatch(/^\/en\/desk\/members\/\d+$/);
    const member = here.address;
    here.find('h2', 'Mails');
    const sums = here
      .all('tbody td.text-right')
      .slice(0, 5)
      .map((cell) => wholeOf(nameOf(cell)));
    const balance = wholeOf(nameOf(here.find('tfoot td', /\d/)));
    expect(sums.reduce((total, credits) => total + credits, 0)).toBe(balance);

    const give = () => here.find('details button', 'Give credits');
    await here.send(give(), { credits: '1,5', reason: 'the picture froze' });
    here.find('p', 'Enter a whole number from 1 to 100,000');
    expect(wrongFields(here)).toEqual(['credits']);
    await here.send(give(), { credits: '25', reason: 'x' });
    here.find('p', 'Give a reason of 3 to 300 characters');
    expect(wrongFields(here)).toEqual(['reason']);
    await here.send(give(), { credits: '25', reason: 'the picture froze' });
    here.find('p', 'The credits are given.');
    here.find('td', 'credit from us');
    here.find('td', 'operator:support: the picture froze');
    expect(wholeOf(nameOf(here.find('tfoot td', /\d/)))).toBe(balance + 25);

    const block = (label: string) => here.find('details button', label);
    await here.send(block('Block'), {
      ground: 'fraud',
      facts: 'The card was stolen.',
      reason: 'stolen card',
    });
    here.find('p', /^Blocked since /);
    await here.send(block('Unblock'), { reason: 'a mistake' });
    here.find('p', 'The member is unblocked.');

    const stale = here.find('details button', 'Block');
    await here.send(here.find('details button', 'Write to the member'), {
      subject: 'The picture froze',
      message: 'We gave you 25 credits.',
      reason: 'asked by mail',
    });
    here.find('p', 'The mail is on its way.');
    here.find('td', 'The picture froze');
    await here.send(here.find('details button', 'Add a note'), {
      kind: 'contact',
      message: 'Called about the picture.',
      reason: 'asked by mail',
    });
    here.find('p', 'The note is stored.');
    here.find('td', 'Called about the picture.');
    await here.send(block('Block'), { ground: 'fraud', facts: 'The card was stolen.', reason: 'again' });
    await here.send(stale, { ground: 'fraud', facts: 'The card was stolen.', reason: 'late' });
    here.find('[role="alert"]', /^The access of this member has changed meanwhile\./);
    await here.send(block('Unblock'), { reason: 'a mistake' });
    await readsAndAppeals('demo@example.com', '/en/login', '/en/settings/decisions', /The card was stolen\./);
    await here.open(member);

    const refund = () => here.find('details button', 'Refund');
    await here.send(refund(), { cents: '-1', reason: 'asked' });
    here.find('p', 'Enter an amount like 12.50');
    await here.send(refund(), { cents: '1', reason: 'asked' });
    here.find('p', 'The refund is booked. The money is sent shortly.');
    await here.send(refund(), { cents: '999', reason: 'asked' });
    here.find('p', 'That much is not left of this payment.');
    // With the euro from before it is more than one operator may refund.
    const all = here.all('details button').filter((button) => nameOf(button) === 'Refund');
    await here.send(all[1] ?? refund(), { reason: 'bought twice' });
    here.find('p', 'This waits for a second operator.');
    await here.open('/en/desk/refunds');
    here.find('p', 'You asked for this yourself. Another operator has to approve it.');
    expect(here.all('details button').map(nameOf)).toEqual(['Refuse']);
    await expectValid(here, [member, '/en/desk/members?query=2', '/en/desk/refunds']);
    await here.open('/en/desk/members/999999999');
    here.find('h1', /not exist|not found/i);
  });

  test('finance approves the refund, and reads the books', async () => {
    const here = await loggedIn(addressOf('finance'));
    await here.open('/en/desk/refunds');
    await here.send(here.find('details button', 'Approve'), { reason: 'checked' });
    here.find('p', 'Approved.');
    here.find('p', 'Nothing waits for approval.');
    await here.open('/en/desk/log?actor=finance');
    for (const act of ['request.approved', 'payment.refunded']) here.find('td span', act);
    const month = monthOf(0);
    await here.open(`/en/desk/books?month=${month}&rate=5`);
    here.find('th', 'To pay out');
    const file = attributeOf(here.find('a[download]', /^Books of/), 'href');
    const answer = await fetch(new URL(file, people), { headers: { cookie: here.cookieHeader() } });
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="books-${month}.csv"`);
    expect(await answer.text()).toMatch(/^date,transfer,kind,/);
    await expectValid(here, [`/en/desk/books?month=${month}&rate=5`, '/desk/refunds', '/de/desk/books']);
    cookiesOfFinance = new Map(here.cookies);
  });

  test('finance pays a performer for a month, and undoes the payout that came back', async () => {
    const [here, stale] = [visitor(), visitor()];
    // The demo's past has a chat of 33 days ago, which early in a month is not in the month before.
    const page = `/en/desk/payouts?month=${monthOf(33)}`;
    for (const one of [here, stale]) {
      for (const [name, value] of cookiesOfFinance) one.cookies.set(name, value);
      await one.open(page);
    }
    const paying = (who = here) => who.find('details button', 'Mark as paid');
    const [performer = ''] = here.all('[aria-labelledby="due"] ul h3 a').map(nameOf);
    const [amount = ''] = here.all('[aria-labelledby="due"] ul dd b').map(nameOf);
    expect(amount).toMatch(/^€\d+\.\d\d$/);
    const file = attributeOf(here.find('[aria-labelledby="due"] ul a[download]', /^Statement/), 'href');
    const answer = await fetch(new URL(file, people), { headers: { cookie: here.cookieHeader() } });
    expect(await answer.text()).toContain(`performer,${performer}\r\n`);
    await here.send(paying(), { reference: 'NL91 ABNA 0417 1643 00', reason: 'bank run' });
    here.find('p', 'Give a reference of 1 to 64 characters without an account number');
    expect(wrongFields(here)).toEqual(['reference']);
    const [kept] = here.all('input[name="reference"]').map((field) => attributeOf(field, 'value'));
    expect(kept).toBe('NL91 ABNA 0417 1643 00');
    await here.send(paying(), { reference: '17', reason: 'bank run' });
    here.find('p', 'Marked as paid. She is told by mail.');
    here.find('[aria-labelledby="history"] ul dd', amount);
    const profile = attributeOf(here.find('[aria-labelledby="history"] ul h3 a', performer), 'href');
    await expectValid(here, [here.address.replace(/#.*/, ''), '/desk/payouts', '/de/desk/payouts', profile]);
    await here.open(profile);
    here.find('[aria-labelledby="payouts"] td', '17');
    await here.open(page);
    // The last one: payouts of the demo's past may have been made in the same month.
    const back = here.all('[aria-labelledby="history"] ul details button').at(-1);
    if (!back) throw new Error('no payout can come back');
    await here.send(back, { reason: 'account closed' });
    here.find('p', 'The payout is undone, and she is told by mail. The month is due again.');
    here.find('p', /^Came back on .*finance: account closed/);
    expect(here.all('[aria-labelledby="due"] ul h3 a').map(nameOf)).toContain(performer);
    await stale.send(paying(stale), { reference: '17', reason: 'bank run' });
    stale.find('p', /^What is owed has changed meanwhile/);
    await here.open('/en/desk/payouts?month=2020-01');
    here.find('p', 'Nothing is due for this month.');
  });

  /** Opens pages in the visitor's session and checks their HTML. */
  async function expectValid(here: Visitor, paths: readonly string[]): Promise<void> {
    const cookie = here.cookieHeader();
    for (const path of paths) await expectPrivate({ site: people, path, cookie });
  }

  test('an owner checks the books, and looks at the house and at today', async () => {
    const here = await loggedIn(OLGA);
    await here.open('/en/desk/house');
    for (const title of ['Parts', 'Open work', 'Features and versions']) here.find('h2', title);
    here.find('main form button', 'Check the books');
    await here.open('/en/desk/house?check=books');
    here.find('[role="status"] p', 'The books are right.');
    await here.open('/en/desk/affiliates');
    here.find('main a[download]', 'Download as CSV');
    await here.open('/en/desk/today');
    here.find('h2', 'Registrations');
    expect(here.all('svg[role="img"]').length).toBeGreaterThan(5);
    const [table] = here.all('details table');
    expect(table?.querySelectorAll('tbody tr')).toHaveLength(24);
    // Nothing is locked: its page leads on.
    const own = pageRoutes
      .filter(({ operators, path }) => operators && path !== '/desk/lock')
      .map(({ path }) => withoutParams(path));
    await expectValid(here, [
      ...own,
      '/en/desk/house?check=books',
      '/de/desk/house',
      '/en/desk/affiliates',
      '/de/desk/law',
    ]);
    cookiesOfOlga = new Map(here.cookies);
  });

  test('an owner carries out an own request alone', async () => {
    const here = visitor();
    for (const [name, value] of cookiesOfOlga) here.cookies.set(name, value);
    await here.open('/en/desk/members');
    await here.send(here.find('main form button', 'Show'), { query: 'demo@example.com' });
    const member = here.address;
    const balance = () => wholeOf(nameOf(here.find('tfoot td', /\d/)));
    const before = balance();
    await here.send(here.find('details button', 'Give credits'), { credits: '50000', reason: 'a lost film' });
    here.find('p', 'This waits for a second operator.');
    expect(balance()).toBe(before);
    await here.open('/en/desk/refunds');
    const alone = () => here.find('details button', 'Carry out alone');
    await here.send(alone(), { reason: 'x' });
    here.find('p', 'Give a reason of 3 to 300 characters');
    await here.send(alone(), { reason: 'nobody is here tonight' });
    here.find('p', 'Carried out. The other owners are told by mail.');
    await here.open(member);
    expect(balance()).toBe(before + 50_000);
    await here.open('/en/desk/log?act=request');
    // There is no other owner to tell.
    here.find('td span', 'request.overridden-alone');
  });

  test('an owner ends the sessions of an operator, with a reason', async () => {
    const here = visitor();
    for (const [name, value] of cookiesOfOlga) here.cookies.set(name, value);
    await here.open('/en/desk/operators');
    expect(here.all('ul h2').map(nameOf)).toEqual(journeyOperators.map(({ name }) => name));
    const end = () => here.find('#end-olga form button', 'Log out everywhere');
    await here.send(end(), { reason: 'x' });
    here.find('#end-olga-reason-message', 'Give a reason of 3 to 300 characters');
    await expectValid(here, ['/en/desk/operators']);
    await here.send(end(), { reason: 'laptop stolen' });
    expect(here.address).toMatch(/^\/en\/desk\/login/);
  });
});

/** `-1,250` is -1250. */
const wholeOf = (text: string): number => Number(text.replaceAll(',', ''));
