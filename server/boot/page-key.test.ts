import { describe, expect, it } from 'vitest';
import { guestAsk } from './page-key.ts';

const ask = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  guestAsk({ method, url, headers });

describe('a guest asks for a page', () => {
  it('by its whole address, so that what the address carries on stays in the links', () => {
    expect(ask('/free?p=77&page=2')).toEqual({ url: '/free?p=77&page=2', cookie: '' });
  });

  it('with the flags that change it, in one order, and nothing else of the cookies', () => {
    expect(ask('/', { cookie: 'scheme=dark; _ga=GA1.2.3; age=1' })?.cookie).toBe('age=1; scheme=dark');
    expect(ask('/', { cookie: 'age=1; scheme=dark' })?.cookie).toBe('age=1; scheme=dark');
    expect(ask('/', { cookie: 'scheme=<b>; visitor=4' })?.cookie).toBe('');
  });
});

describe('a page is nobody else’s', () => {
  it.each([
    ['of a member', '/', { cookie: 'age=1; vonk_session=abc' }, 'GET'],
    ['of a member behind TLS', '/', { cookie: '__Host-vonk_session=abc' }, 'GET'],
    ['asked with a token', '/', { authorization: 'Bearer abc' }, 'GET'],
    ['that answers a form', '/age', {}, 'POST'],
    ['that answers a question by its address', '/en/age?to=%2Fprivacy', {}, 'GET'],
    ['that answers a question', '/consent', {}, 'GET'],
    ['behind a link of a mail', '/activate?key=abc', {}, 'GET'],
    ['behind a link that logs in', '/?action=login&token=abc', {}, 'GET'],
    ['after a payment', '/?p=1&payment=7', {}, 'GET'],
    ['with an endless address', `/?p=${'a'.repeat(2000)}`, {}, 'GET'],
  ])('%s', (_, url, headers, method) => {
    expect(ask(url, headers as Record<string, string>, method)).toBeNull();
  });
});
