import { expect, test } from 'vitest';
import { pathOf } from '#contract/endpoint.ts';
import { register } from '#contract/member/account/account-calls.ts';
import { listPerformers } from '#contract/performers/directory/directory-calls.ts';
import { ask, attributeOf, origin, type Part, Visitor } from '../support/visitor.ts';

const sites = [
  {
    lang: 'nl',
    path: '/activate',
    prefix: '',
    backTo: 'Terug naar',
    back: 'Terug naar waar je was',
    title: 'E-mailadres bevestigen',
    confirm: 'Bevestig mijn e-mailadres',
    verified: 'Je e-mailadres is bevestigd',
    credits: 'Er staan 120 credits voor je klaar. Je kunt meteen beginnen.',
    used: 'Deze link is al gebruikt',
  },
  {
    lang: 'en',
    path: '/en/activate',
    prefix: '/en',
    backTo: 'Back to',
    back: 'Back to where you were',
    title: 'Confirm your e-mail address',
    confirm: 'Confirm my e-mail address',
    verified: 'Your e-mail address is confirmed',
    credits: '120 credits are waiting for you. You can start right away.',
    used: 'This link was already used',
  },
] as const;

let people = 0;

test.each(sites)(
  'the mailed link verifies once, without script, and merely opening it does not use it up ($lang)',
  async (site) => {
    const link = await signUp(site.lang);
    expect(new URL(link).pathname).toBe(site.path);
    const program = new Visitor({});
    for (let time = 0; time < 2; time += 1) await program.open(link);

    const visitor = await new Visitor().open(link);
    expect(visitor.find('h1', site.title)).toBeTruthy();
    await visitor.send(visitor.find('main button', site.confirm));
    expect(visitor.find('h1', site.verified)).toBeTruthy();
    expect(visitor.find('main p', site.credits)).toBeTruthy();

    await visitor.open(link);
    await visitor.send(visitor.find('main button', site.confirm));
    expect(visitor.find('h1', site.used)).toBeTruthy();
  },
);

test.each(sites)(
  'the mailed link leads back to the performer’s page without script ($lang)',
  async (site) => {
    const performer = await somebody();
    const visitor = await new Visitor().open(
      await signUp(site.lang, `${site.prefix}/profile/${performer}?p=77`),
    );
    await visitor.send(visitor.find('main button', site.confirm));
    const back = visitor.find('main a', `${site.backTo} ${performer}`);
    expect(attributeOf(back, 'href')).toBe(`${site.prefix}/profile/${performer}?p=77`);
  },
);

test.each(sites)(
  'the mailed link leads back to a list, and to a member’s page through the login ($lang)',
  async (site) => {
    for (const [from, href] of [
      [`${site.prefix}/music?p=77`, `${site.prefix}/music?p=77`],
      [
        `${site.prefix}/settings`,
        `${site.prefix}/login?next=${encodeURIComponent(`${site.prefix}/settings`)}`,
      ],
    ] as const) {
      const visitor = await new Visitor().open(await signUp(site.lang, from));
      await visitor.send(visitor.find('main button', site.confirm));
      expect(attributeOf(visitor.find('main a', site.back), 'href')).toBe(href);
    }
  },
);

test.each(sites)('the mailed link leads home if the performer is gone ($lang)', async (site) => {
  const from = `${site.prefix}/stream/Nobody-Knows-Me`;
  const visitor = await new Visitor().open(await signUp(site.lang, from));
  await visitor.send(visitor.find('main button', site.confirm));
  expect(attributeOf(visitor.all('main a')[0] as Part, 'href')).toBe(site.prefix || '/');
});

/** Returns a performer's name. */
async function somebody(): Promise<string> {
  const answer = await ask(`${pathOf(listPerformers)}?pagination[page]=1`, {
    headers: { 'api-key': 'vonk-web' },
  });
  return listPerformers.output.parse(await answer.json()).result[0]?.username ?? '';
}

/** Creates an account and returns the link from its activation mail. */
async function signUp(lang: string, from?: string): Promise<string> {
  people += 1;
  const email = `activate-${people}-${Date.now()}@example.com`;
  const answer = await ask(pathOf(register), {
    method: register.method,
    headers: { 'api-key': 'vonk-web', 'content-type': 'application/json', 'x-lang': lang, origin },
    body: JSON.stringify({ email, password: 'Plein-16', terms: true, from }),
  });
  expect(answer.status).toBe(200);
  const textTo = async (): Promise<string> => {
    const mails = (await (await ask('/dev/outbox.json')).json()) as { to: string; text: string }[];
    return mails.find(({ to }) => to === email)?.text ?? '';
  };
  await expect.poll(textTo, { timeout: 10_000 }).not.toBe('');
  return (await textTo()).match(/https?:\/\/\S+/)?.[0] ?? '';
}
