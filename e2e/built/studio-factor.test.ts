import { URI } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FACTOR_MINUTES } from '#contract/studio/account/factor-calls.ts';
import { linkedPerformer } from '../support/operators.ts';
import { createOwnProduct, type OwnProduct } from '../support/product.ts';
import { attributeOf, nameOf, people, Visitor } from '../support/visitor.ts';

const username = 'Imani';
const password = 'Studio1234';

async function logIn(next: string, site = people): Promise<Visitor> {
  const one = await new Visitor({}, site).open(`/en/studio/login?next=${encodeURIComponent(next)}`);
  return one.send(one.find('main form button', 'Log in'), { username, password });
}

/** Sets up an app on the page of the factor; returns the recovery codes. */
async function setUpApp(here: Visitor): Promise<string[]> {
  await here.send(here.find('main form button', 'Set up an app'), { password });
  const url = attributeOf(here.find('main a', 'Open the app on this device'), 'href');
  await here.send(here.find('main form button', 'Switch on'), { code: URI.parse(url).generate() });
  return here.all('main ul[translate="no"] li').map(nameOf);
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
  const codes = await setUpApp(here);
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

describe('with PERFORMER_SECOND_FACTOR=required', () => {
  let product: OwnProduct;
  beforeAll(async () => {
    product = await createOwnProduct({
      environment: {
        DEMO_CAST: 'false',
        PERFORMER_SECOND_FACTOR: 'required',
        PRICES: 'chat=30-120/6,vip=120-480/12',
      },
      ownClock: true,
    });
    await product.start();
  });
  afterAll(() => product.remove());

  const undoPath = async (): Promise<string> => {
    const find = async (): Promise<string | undefined> => {
      const answer = await fetch(`${product.url}/dev/outbox.json`);
      const mails = (await answer.json()) as { to: string; text: string }[];
      const texts = mails.filter(({ to }) => to === linkedPerformer.email).map(({ text }) => text);
      return texts
        .map((text) => text.match(/\/studio\/undo\?key=\S+/)?.[0])
        .find((path) => path !== undefined);
    };
    await expect.poll(find, { timeout: 10_000 }).toBeDefined();
    return `/en${await find()}`;
  };

  test('a login opens nothing but the set-up, prices ask for the factor, and an undo tells the stranger why', async () => {
    const here = await logIn('/en/studio/room', product.url);
    await here.open('/en/studio/account');
    expect(here.address).toMatch(/^\/en\/studio\/factor/);
    here.find('main p', /^This site asks every performer for a passkey or an app/);
    await here.open('/en/studio/factor?next=%2Fen%2Fstudio%2Froom');
    const [first = ''] = await setUpApp(here);
    await here.follow('main a', 'Continue to the studio');
    expect(here.address).toBe('/en/studio/room');

    expect(here.all('#prices #proof')).toEqual([]);
    await product.passTime((FACTOR_MINUTES + 1) * 60);
    await here.open('/en/studio/room');
    const save = (proof: string) =>
      here.send(here.find('main form button', 'Save prices'), { chat: '90', vip: '300', proof });
    await save('');
    here.find('#proof-message', 'Confirm first that it is you.');
    expect(here.all('#price-chat option[selected]').map((one) => attributeOf(one, 'value'))).toEqual(['90']);
    await save(first);
    expect(here.address).toBe('/en/studio/room?done=prices#prices');
    expect(here.all('#prices #proof')).toEqual([]);

    const stranger = await logIn('/en/studio/room', product.url);
    expect(stranger.address).toMatch(/^\/en\/studio\/factor/);
    stranger.find('h1', 'Confirm that it is you');
    const owner = await new Visitor({}, product.url).open(await undoPath());
    await owner.send(owner.find('main form button', 'It was not me'));
    expect(owner.address).toMatch(/^\/en\/studio\/link\?key=/);
    await stranger.open('/en/studio/room');
    expect(stranger.address).toMatch(/^\/en\/studio\/login/);
    stranger.find('main [role="status"]', /^You were logged out, because a login was reported as not yours/);
    const chosen = { newPassword: 'Gracht-17', repeatNewPassword: 'Gracht-17' };
    await owner.send(owner.find('main form button', 'Save and log in'), chosen);
    // What she had set up before that login stays.
    owner.find('h1', 'Confirm that it is you');
  });
});
