import { expect, it } from 'vitest';
import { contentPolicyOf } from './content-policy.ts';

it('allows the site’s own sources, and inline content by its hash', () => {
  const policy = contentPolicyOf({
    directives: ["default-src 'self'", "object-src 'none'"],
    scriptHashes: ['sha256-a', 'sha256-b'],
    styleHashes: [],
  });
  expect(policy).toBe(
    "default-src 'self'; object-src 'none'; script-src 'self' 'sha256-a' 'sha256-b'; style-src 'self'",
  );
});

it('P7.46 allows a tag manager only if there is one, without inline content', () => {
  const built = {
    directives: [
      "default-src 'self'",
      "img-src 'self' data:",
      "connect-src 'self'",
      "frame-ancestors 'none'",
    ],
    scriptHashes: ['sha256-a'],
    styleHashes: [],
  };
  expect(contentPolicyOf(built)).not.toContain('google');
  const policy = contentPolicyOf(built, 'GTM-AB12CD3');
  expect(policy.split('; ')).toEqual([
    "default-src 'self'",
    "img-src 'self' data: https://www.googletagmanager.com https://*.google-analytics.com",
    "connect-src 'self' https://www.googletagmanager.com https://*.google-analytics.com https://*.analytics.google.com",
    "frame-ancestors 'none'",
    "script-src 'self' 'sha256-a' https://www.googletagmanager.com",
    "style-src 'self'",
  ]);
  expect(policy).not.toContain('unsafe');
});
