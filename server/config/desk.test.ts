import { expect, it, test } from 'vitest';
import { readConfig, relyingPartyOf } from './config.ts';
import { deskSide } from './desk.ts';
import { productionEnvironment } from './testing.ts';

const read = (environment: Record<string, string>) =>
  readConfig({ ...productionEnvironment, ...environment });

it('serves the desk with the site by default, and at a port and origin of its own', () => {
  expect(read({}).desk).toBeNull();
  const host = '127.0.0.1';
  expect(read({ DESK_PORT: '4790', HOST: host }).desk).toEqual({
    host,
    port: 4790,
    url: 'https://vonk.example:4790',
  });
  const own = { DESK_PORT: '4790', DESK_HOST: '::1', DESK_URL: 'https://desk.vonk.example/' };
  expect(read(own).desk).toEqual({ host: '::1', port: 4790, url: 'https://desk.vonk.example' });
});

test.each([
  ['the port of the site', { DESK_PORT: '4321' }, /DESK_PORT: must differ from PORT/],
  ['an origin without a port', { DESK_URL: 'https://desk.vonk.example' }, /DESK_URL: has no effect/],
  ['a host without a port', { DESK_HOST: '127.0.0.1' }, /DESK_HOST: has no effect/],
  ['a path', { DESK_PORT: '4790', DESK_URL: 'https://vonk.example/desk' }, /DESK_URL: must be an origin/],
  ['plain http', { DESK_PORT: '4790', DESK_URL: 'http://vonk.example' }, /DESK_URL: must begin with https/],
])('refuses %s', (_, environment, message) => {
  expect(() => read(environment)).toThrow(message);
});

it('gives the desk’s doors its origin, and operators’ passkeys its host', () => {
  const api = { API_URL: 'https://api.vonk.example' };
  const config = read({ ...api, DESK_PORT: '4790', DESK_URL: 'https://desk.example' });
  const { desk } = config;
  expect(desk && deskSide(config, desk)).toMatchObject({
    publicUrl: 'https://desk.example',
    apiUrl: 'https://desk.example',
    cookieDomain: null,
    desk: null,
  });
  expect(relyingPartyOf(config, 'operator')).toMatchObject({ id: 'desk.example' });
  expect(relyingPartyOf(config, 'member')).toMatchObject({ id: 'vonk.example' });
  expect(relyingPartyOf(read({}), 'operator')).toMatchObject({ id: 'vonk.example' });
});
