import { URI } from 'otpauth';
import { expect, test } from 'vitest';
import { people } from '../support/ask.ts';
import { attributeOf, nameOf, Visitor } from '../support/visitor.ts';

const username = 'Imani';
const password = 'Studio1234';

async function logIn(next: string): Promise<Visitor> {
  const one = await new Visitor({}, people).open(`/en/studio/login?next=${encodeURIComponent(next)}`);
  return one.send(one.find('main form button', 'Log in'), { username, password });
}

test('a performer sets up an app, confirms a change with a recovery code, and removes the app, without script', async () => {
  const here = await logIn('/en/studio/account');
  await here.follow('main a', 'Set it up');
  expect(here.address).toBe('/en/studio/factor?next=%2Fen%2Fstudio%2Faccount');
  const begin = (typed: string) =>
    here.send(here.find('main form button', 'Set up an app'), { password: typed });
  await begin('Wrong-1234');
  here.find('#password-message', 'This password is not correct.');
  await begin(password);
  const switchOn = (code: string) => here.send(here.find('main form button', 'Switch on'), { code });
  await switchOn('000000');
  here.find('#code-message', /^This code is not right/);
  const url = attributeOf(here.find('main a', 'Open the app on this device'), 'href');
  await switchOn(URI.parse(url).generate());
  const codes = here.all('main li[translate], main ul[translate="no"] li').map(nameOf);
  expect(codes).toHaveLength(10);
  await here.follow('main a', 'Continue to the studio');
  expect(here.address).toBe('/en/studio/account');
  expect(here.all('#proof')).toEqual([]);

  const there = await logIn('/en/studio/account');
  const change = (from: string, to: string, proof?: string) =>
    there.send(there.find('main form button', 'Change password'), {
      password: from,
      newPassword: to,
      repeatNewPassword: to,
      ...(proof !== undefined && { proof }),
    });
  await change(password, 'Gracht-17', '');
  there.find('#proof-message', 'Confirm first that it is you.');
  await change(password, 'Gracht-17', '000000');
  there.find('#proof-message', /^This code is not right/);
  await change(password, 'Gracht-17', codes[0]);
  there.find('main p', /^Your password was changed/);
  await change('Gracht-17', password);
  there.find('main p', /^Your password was changed/);
  await there.follow('main a', 'Manage');
  there.find('main p', '9 codes are left.');
  await there.send(there.find('main form button', 'Remove the app'));
  there.find('main form button', 'Not now');
});

test('a login that must confirm leads on to the page that was asked for', async () => {
  const here = await logIn('/en/studio/factor');
  await here.send(here.find('main form button', 'Set up an app'), { password });
  const url = attributeOf(here.find('main a', 'Open the app on this device'), 'href');
  await here.send(here.find('main form button', 'Switch on'), { code: URI.parse(url).generate() });
  const codes = here.all('main ul[translate="no"] li').map(nameOf);
  const there = await logIn('/en/studio/account');
  await there.follow('main a', 'Manage');
  there.find('h1', 'Confirm that it is you');
  const prove = (proof: string) => there.send(there.find('main form button', 'Confirm'), { proof });
  await prove('12');
  there.find('#proof-message', /^A code of the app has six digits/);
  await prove(codes[1] ?? '');
  expect(there.address).toBe('/en/studio/account');
  await there.follow('main a', 'Manage');
  await there.send(there.find('main form button', 'Remove the app'));
  there.find('h1', 'Extra protection');
});
