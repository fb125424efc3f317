import { describe, expect, test } from 'vitest';
import { ask, configured } from '../support/visitor.ts';

const sites = [
  {
    lang: 'nl',
    prefix: '',
    checkMail: 'Check je mail',
    thenLogIn: 'Heb je de link gevolgd? Log dan in met je wachtwoord.',
    again: 'Mail opnieuw sturen',
    resent: 'Mail verstuurd',
    where: 'Waar moet de link heen?',
    noAddress: 'Dit lijkt geen e-mailadres.',
    invalid: 'Deze gegevens kloppen niet. Probeer het nog eens.',
    toLogin: 'Inloggen',
  },
  {
    lang: 'en',
    prefix: '/en',
    checkMail: 'Check your mail',
    thenLogIn: 'Once you have followed the link, log in with your password.',
    again: 'Send the mail again',
    resent: 'Mail sent',
    where: 'Where should the link go?',
    noAddress: 'This does not look like an e-mail address.',
    invalid: 'Incorrect credentials. Please try again.',
    toLogin: 'Log in',
  },
] as const;

const password = 'Plein-16';
const taken = 'demo@example.com';

/** Sends a form like a browser without script and returns the whole response. */
async function send(path: string, fields: Record<string, string>) {
  const answer = await ask(configured + path, {
    method: 'POST',
    headers: { cookie: 'age=1; consent=no', origin: configured, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams(fields),
  });
  const headers = [...answer.headers].filter(([name]) => name !== 'x-request-id' && name !== 'date');
  return { status: answer.status, headers, text: await answer.text() };
}

/** Replaces the e-mail address and content hashes, so that responses can be compared. */
const addressed = (answer: Awaited<ReturnType<typeof send>>, email: string) => ({
  ...answer,
  headers: answer.headers.filter(([name]) => name !== 'content-length'),
  text: answer.text.replaceAll(email, 'somebody').replace(/sha256-[\w+/=]+/g, 'hash'),
});

/** Returns mails about the account, without mails about the demo's unread message. */
const mailsTo = async (email: string): Promise<string[]> => {
  const all = (await (await ask(`${configured}/dev/outbox.json`)).json()) as { to: string; text: string }[];
  return all.filter(({ to, text }) => to === email && !text.includes('messenger')).map(({ text }) => text);
};

describe.each(sites)('without script, no answer reveals accounts ($lang)', (site) => {
  const fresh = `fresh-${site.lang}@example.com`;

  test('signing up ends on the same page for an existing and a new address', async () => {
    const form = { password, terms: 'yes', next: `${site.prefix}/toy` };
    const before = (await mailsTo(taken)).length;
    const answer = await send(`${site.prefix}/register`, { ...form, email: fresh });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain(site.checkMail);
    expect(answer.text).toContain(site.thenLogIn);
    expect(answer.headers.map(([name]) => name)).not.toContain('set-cookie');
    const other = await send(`${site.prefix}/register`, { ...form, email: taken });
    expect(addressed(other, taken)).toEqual(addressed(answer, fresh));
    await expect.poll(() => mailsTo(fresh), { timeout: 10_000 }).toHaveLength(1);
    await expect.poll(() => mailsTo(taken), { timeout: 10_000 }).toHaveLength(before + 1);
    expect((await mailsTo(fresh))[0]).toContain('/activate?key=');
    expect((await mailsTo(taken)).join()).not.toContain('key=');
  });

  test('the mail is sent again for either, and a page opened later asks for the address', async () => {
    const answer = await send(`${site.prefix}/register/sent`, { email: fresh });
    expect(answer.text).toContain(site.resent);
    const other = await send(`${site.prefix}/register/sent`, { email: taken });
    expect(addressed(other, taken)).toEqual(addressed(answer, fresh));
    await expect.poll(() => mailsTo(fresh), { timeout: 10_000 }).toHaveLength(2);
    const later = await ask(`${configured}${site.prefix}/register/sent`, { headers: { cookie: 'age=1' } });
    const text = await later.text();
    expect(text).toContain(site.where);
    expect(text).toContain(site.again);
    const wrong = await send(`${site.prefix}/register/sent`, { email: 'no address' });
    expect(wrong.text).toContain(site.noAddress);
    expect(wrong.text).toContain('value="no address"');
  });

  test('P8.6 a login is refused with the same text until the link is followed', async () => {
    const logIn = (username: string) => send(`${site.prefix}/login`, { username, password });
    const refused = await logIn(fresh);
    expect(refused.status).toBe(200);
    expect(refused.text).toContain(site.invalid);
    for (const email of [taken, `nobody-${site.lang}@example.com`])
      expect(addressed(await logIn(email), email)).toEqual(addressed(refused, fresh));
    const key = (await mailsTo(fresh))[0]?.match(/key=([\w-]+)/)?.[1] ?? '';
    const activated = await send(`${site.prefix}/activate`, { key });
    expect(activated.text).toMatch(new RegExp(`href="${site.prefix}/login[^>]*>\\s*${site.toLogin}`));
    const entered = await logIn(fresh);
    expect(entered.status).toBe(303);
    expect(entered.headers.map(([name]) => name)).toContain('set-cookie');
  });
});
