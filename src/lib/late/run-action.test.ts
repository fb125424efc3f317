import { expect, it } from 'vitest';
import { readAction } from './run-action.ts';

const read = (address: string) => readAction(new URL(address, 'https://vonk.example'));

it.each([
  ['/?action=login', { name: 'login' }, '/'],
  ['/en?action=login&token=abc', { name: 'login-token', token: 'abc' }, '/en'],
  ['/en?p=61&action=lander', { name: 'lander' }, '/en?p=61'],
  ['/free?action=register&p=61', { name: 'register' }, '/free?p=61'],
  [
    '/?action=resetpassword&token=abc&password=old&p=61#top',
    { name: 'resetpassword', token: 'abc' },
    '/?p=61#top',
  ],
])('P2.22 P4.1 P4.2 P4.3 %s is read and removed from the URL', (address, action, rest) => {
  expect(read(address)).toEqual({ action, rest });
});

it.each(['/', '/?action=', '/?action=delete', '/?action=resetpassword', '/?token=abc'])(
  '%s contains no action',
  (address) => {
    expect(read(address)).toBeNull();
  },
);
