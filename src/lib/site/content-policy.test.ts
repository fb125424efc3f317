import { expect, it } from 'vitest';
import { contentPolicyOf } from './content-policy.ts';

it('lets in what is of this site, and inline what the build knows by its hash', () => {
  const policy = contentPolicyOf({
    directives: ["default-src 'self'", "object-src 'none'"],
    scriptHashes: ['sha256-a', 'sha256-b'],
    styleHashes: [],
  });
  expect(policy).toBe(
    "default-src 'self'; object-src 'none'; script-src 'self' 'sha256-a' 'sha256-b'; style-src 'self'",
  );
});
