import { expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const relay = { urls: ['turn:turn.example:3478?transport=udp', 'turns:turn.example:5349?transport=tcp'] };
const environment = (servers: unknown, more: Record<string, string> = {}) => ({
  ICE_SERVERS: typeof servers === 'string' ? servers : JSON.stringify(servers),
  ...more,
});
const secret = { TURN_SECRET: 'shared with the TURN server' };

it('has no server by default', () => {
  expect(readConfig({}).media.ice).toEqual({ servers: [], turnSecret: null, turnTtlSeconds: 43_200 });
});

it.each([
  ['STUN alone', [{ urls: 'stun:stun.example' }], {}],
  ['TURN with a login', [{ ...relay, username: 'vonk', credential: 'x' }], {}],
  [
    'TURN with a shared secret, beside another with a login',
    [relay, { urls: 'turn:[2001:db8::1]:3478', username: 'a', credential: 'b' }],
    secret,
  ],
])('accepts %s', (_, servers, more) => {
  expect(readConfig(environment(servers, more)).media.ice.servers).toEqual(servers);
});

it.each([
  ['what is no JSON', 'turn:turn.example', {}, 'ICE_SERVERS'],
  ['an object', { urls: 'stun:stun.example' }, {}, 'ICE_SERVERS'],
  ['an address of another kind', [{ urls: 'https://turn.example' }], {}, 'ICE_SERVERS.0.urls'],
  ['a field nobody reads', [{ urls: 'stun:stun.example', user: 'vonk' }], {}, 'ICE_SERVERS.0'],
  ['half a login', [{ ...relay, username: 'vonk' }], {}, 'ICE_SERVERS.0'],
  [
    'a quotation mark, which would break out of a header',
    [{ ...relay, username: 'a"', credential: 'b' }],
    {},
    'ICE_SERVERS.0.username',
  ],
  ['TURN that nobody can log in to', [relay], {}, 'TURN_SECRET'],
  ['a secret for no server', [{ urls: 'stun:stun.example' }], secret, 'TURN_SECRET'],
  ['a secret that can be guessed', [relay], { TURN_SECRET: 'short' }, 'TURN_SECRET'],
  [
    'credentials that end before a player may reconnect',
    [relay],
    { ...secret, TURN_TTL_SECONDS: '60' },
    'TURN_TTL_SECONDS',
  ],
])('refuses %s and names the place', (_, servers, more, place) => {
  const read = () => readConfig(environment(servers, more));
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(place);
});
