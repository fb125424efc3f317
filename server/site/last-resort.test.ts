import { expect, it } from 'vitest';
import { lastResort, readableUrl } from './last-resort.ts';

it('P2.85 answers in every language with a link home, and depends on nothing else', async () => {
  const response = lastResort(500);
  const body = await response.text();
  expect(response.status).toBe(500);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(body).toContain('<a href="/" hreflang="nl">Naar de homepage</a>');
  expect(body).toContain('<a href="/en" hreflang="en">Go to the homepage</a>');
  expect(body).not.toMatch(/<script|<link|src=/);
});

it('answers 404 for an unknown page', async () => {
  expect(lastResort(404).status).toBe(404);
  expect(await lastResort(404).text()).toContain('This page could not be found.');
});

it.each([
  ['/%E0%A4%A?p=77', '/404?p=77'],
  ['/en/free/%E0', '/en/404'],
  ['/caf%C3%A9?q=%E0', '/caf%C3%A9?q=%E0'],
  ['/free///?q=//', '/free/?q=//'],
  ['//', '//'],
])(
  'asks the site for %s as %s: it fails at signs that are no letters and has its own way with slashes',
  (url, expected) => {
    expect(readableUrl(url)).toBe(expected);
  },
);
