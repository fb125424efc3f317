import { describe, expect, it, test } from 'vitest';
import { readConfig } from './config.ts';
import { productionEnvironment } from './testing.ts';

const read = (environment: Record<string, string>) => {
  const { apiUrl, cookieDomain } = readConfig({ ...productionEnvironment, ...environment });
  return { apiUrl, cookieDomain };
};

describe('the URL of the API', () => {
  it("P7.23 is the site's by default, with cookies for that host", () => {
    expect(read({})).toEqual({ apiUrl: 'https://vonk.example', cookieDomain: null });
    expect(readConfig({ PORT: '4400' }).apiUrl).toBe('http://localhost:4400');
  });

  test.each([
    ['below the site', 'https://vonk.example', 'https://api.vonk.example', 'vonk.example'],
    ['above the site', 'https://live.vonk.example', 'https://vonk.example', 'vonk.example'],
  ])('P7.23 may be %s, which is the cookie domain then', (_, site, api, parent) => {
    expect(read({ PUBLIC_URL: site, API_URL: `${api}/` })).toEqual({ apiUrl: api, cookieDomain: parent });
  });

  it('may be beside the site if the parent of both is set', () => {
    const both = { PUBLIC_URL: 'https://www.vonk.example', API_URL: 'https://api.vonk.example:8443' };
    expect(read({ ...both, COOKIE_DOMAIN: 'Vonk.example' })).toEqual({
      apiUrl: 'https://api.vonk.example:8443',
      cookieDomain: 'vonk.example',
    });
    expect(() => read(both)).toThrow(/API_URL.*COOKIE_DOMAIN/);
  });

  it('may be another port of the host, with the same cookies', () => {
    expect(read({ API_URL: 'https://vonk.example:8443' })).toEqual({
      apiUrl: 'https://vonk.example:8443',
      cookieDomain: null,
    });
  });

  test.each([
    ['another site', { API_URL: 'https://vonk.test' }, /API_URL/],
    ['a host that only ends with the same letters', { API_URL: 'https://myvonk.example' }, /API_URL/],
    ['another scheme', { API_URL: 'http://api.vonk.example' }, /API_URL: must begin with https:/],
    ['no web address', { API_URL: 'ftp://api.vonk.example' }, /API_URL/],
    ['a path', { API_URL: 'https://api.vonk.example/v2' }, /API_URL: must be an origin/],
    ['a login', { API_URL: 'https://me:pw@api.vonk.example' }, /API_URL: must be an origin/],
    ['no address', { API_URL: 'api' }, /API_URL/],
    ['a parent alone', { COOKIE_DOMAIN: 'vonk.example' }, /COOKIE_DOMAIN/],
    ['a parent of one label', { API_URL: 'https://api.example', COOKIE_DOMAIN: 'example' }, /two labels/],
    [
      'a parent of one of them',
      { API_URL: 'https://api.vonk.test', COOKIE_DOMAIN: 'vonk.test' },
      /must be vonk\.test/,
    ],
    [
      'a parent on one host',
      { API_URL: 'https://vonk.example:1', COOKIE_DOMAIN: 'vonk.example' },
      /left out/,
    ],
  ])('is refused with %s', (_, environment, message) => {
    expect(() => read(environment as Record<string, string>)).toThrow(message);
  });
});
