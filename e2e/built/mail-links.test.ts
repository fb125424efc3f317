import { expect, test } from 'vitest';
import { type AnyEndpoint, type InputOf, pathOf } from '#contract/endpoint.ts';
import { logIn, register } from '#contract/member/account/account-calls.ts';
import { changePassword, forgotPassword } from '#contract/member/settings/password-calls.ts';
import { ask, origin } from '../support/visitor.ts';

interface Mail {
  subject: string;
  text: string;
}

const password = 'Plein-16';

test.each(['nl', 'en'] as const)(
  'every link of every mail answers directly, without a redirect (%s)',
  async (lang) => {
    const email = `links-${lang}-${Date.now()}@example.com`;
    const send = <E extends AnyEndpoint>(call: E, input: InputOf<E>, headers = {}): Promise<Response> =>
      ask(pathOf(call), {
        method: call.method,
        headers: {
          'api-key': 'vonk-web',
          'content-type': 'application/json',
          'x-lang': lang,
          origin,
          ...headers,
        },
        body: JSON.stringify(input),
      });
    const mails = async (): Promise<Mail[]> => {
      const all = (await (await ask('/dev/outbox.json')).json()) as ({ to: string } & Mail)[];
      return all.filter(({ to }) => to === email);
    };

    await send(register, { email, password });
    await send(forgotPassword, { email });
    const session = (await send(logIn, { username: email, password })).headers
      .getSetCookie()
      .map((cookie) => cookie.split(';', 1)[0])
      .join('; ');
    const changed = await send(
      changePassword,
      { password, newPassword: 'Gracht-17', repeatNewPassword: 'Gracht-17' },
      { cookie: session },
    );
    expect(changed.status).toBe(200);
    await expect.poll(async () => (await mails()).length, { timeout: 10_000 }).toBe(3);

    const sent = await mails();
    expect(new Set(sent.map(({ subject }) => subject)).size).toBe(3);
    for (const { subject, text } of sent) {
      const link = text.match(/https?:\/\/\S+/)?.[0] ?? '';
      expect((await ask(link)).status, `${subject}: ${link}`).toBe(200);
    }
  },
);
