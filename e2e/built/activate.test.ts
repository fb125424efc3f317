import { expect, test } from 'vitest';
import { pathOf } from '#contract/endpoint.ts';
import { register } from '#contract/member/account-calls.ts';
import { ask, origin } from '../support/ask.ts';
import { Visitor } from '../support/visitor.ts';

const sites = [
  {
    lang: 'nl',
    path: '/activate',
    asked: 'E-mailadres bevestigen',
    confirm: 'Bevestig mijn e-mailadres',
    verified: 'Je e-mailadres is bevestigd',
    credits: 'Er staan 120 credits voor je klaar. Je kunt meteen beginnen.',
    used: 'Deze link is al gebruikt',
  },
  {
    lang: 'en',
    path: '/en/activate',
    asked: 'Confirm your e-mail address',
    confirm: 'Confirm my e-mail address',
    verified: 'Your e-mail address is confirmed',
    credits: '120 credits are waiting for you. You can start right away.',
    used: 'This link was already used',
  },
] as const;

test.each(sites)(
  'the mailed link verifies without script, once, and only opening it burns nothing ($lang)',
  async (site) => {
    const link = await signUp(site.lang);
    expect(new URL(link).pathname).toBe(site.path);
    const program = new Visitor({});
    for (let time = 0; time < 2; time += 1) await program.open(link);

    const visitor = await new Visitor().open(link);
    expect(visitor.find('h1', site.asked)).toBeTruthy();
    await visitor.send(visitor.find('main button', site.confirm));
    expect(visitor.find('h1', site.verified)).toBeTruthy();
    expect(visitor.find('main p', site.credits)).toBeTruthy();

    await visitor.open(link);
    await visitor.send(visitor.find('main button', site.confirm));
    expect(visitor.find('h1', site.used)).toBeTruthy();
  },
);

/** Makes an account; answers the link of the mail it was sent. */
async function signUp(lang: string): Promise<string> {
  const email = `activate-${lang}-${Date.now()}@example.com`;
  const answer = await ask(pathOf(register), {
    method: register.method,
    headers: { 'api-key': 'vonk-web', 'content-type': 'application/json', 'x-lang': lang, origin },
    body: JSON.stringify({ email, password: 'Plein-16', terms: true }),
  });
  expect(answer.status).toBe(200);
  const textTo = async (): Promise<string> => {
    const mails = (await (await ask('/dev/outbox.json')).json()) as { to: string; text: string }[];
    return mails.find(({ to }) => to === email)?.text ?? '';
  };
  await expect.poll(textTo, { timeout: 10_000 }).not.toBe('');
  return (await textTo()).match(/https?:\/\/\S+/)?.[0] ?? '';
}
