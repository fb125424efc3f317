import { describe, expect, it } from 'vitest';
import { cacheKeyOf } from './cache-key.ts';

const ask = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  cacheKeyOf({ method, url, headers });

describe("the cache key of a guest's page", () => {
  it('is the whole URL without affiliate values, which are filled in later', () => {
    const [one, other] = [ask('/free?p=77&page=2&Click_id=a%20b'), ask('/free?p=8&page=2&Click_id=c')];
    expect(one?.url).toBe(other?.url);
    expect(one?.url).toMatch(/^\/free\?p=[0-9a-f]+p&page=2&Click_id=/);
    expect(one?.values).toEqual({ p: '77', Click_id: 'a b' });
    expect(ask('/free?p=77')?.url).not.toBe(one?.url);
  });

  it('has the flags in a fixed order, and no other cookies', () => {
    expect(ask('/', { cookie: 'scheme=dark; _ga=GA1.2.3; age=1' })?.cookie).toBe('age=1; scheme=dark');
    expect(ask('/', { cookie: 'age=1; scheme=dark' })?.cookie).toBe('age=1; scheme=dark');
    expect(ask('/', { cookie: 'scheme=<b>; visitor=4' })?.cookie).toBe('');
  });
});

describe('a request that is not shared', () => {
  it.each([
    ['of a member', '/', { cookie: 'age=1; vonk_session=abc' }, 'GET'],
    ['of a member behind TLS', '/', { cookie: '__Host-vonk_session=abc' }, 'GET'],
    ['of a member of an API elsewhere', '/', { cookie: '__Secure-vonk_session=abc' }, 'GET'],
    ['asked with a token', '/', { authorization: 'Bearer abc' }, 'GET'],
    ['that answers a form', '/age', {}, 'POST'],
    ['that answers a question by its address', '/en/age?to=%2Fprivacy', {}, 'GET'],
    ['that answers one in a language', '/nl/consent/?p=1', {}, 'GET'],
    ['that is a machine’s', '/sitemaps/1.xml', {}, 'GET'],
    ['that answers a question', '/consent', {}, 'GET'],
    ['behind a link of a mail', '/activate?key=abc', {}, 'GET'],
    ['behind a link that logs in', '/?action=login&token=abc', {}, 'GET'],
    ['after a payment', '/?p=1&payment=7', {}, 'GET'],
    ['with an endless address', `/?p=${'a'.repeat(3000)}`, {}, 'GET'],
  ])('%s', (_, url, headers, method) => {
    expect(ask(url, headers as Record<string, string>, method)).toBeNull();
  });
});
