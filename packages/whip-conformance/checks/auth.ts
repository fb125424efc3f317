import { header } from '../lib/http.ts';
import { rfc, rule, sections } from '../lib/rule.ts';
import { makeFragment, makeOffer } from '../lib/sdp.ts';
import { fragmentType, sdpType, type Target } from '../lib/target.ts';
import { describeReply, expect, expectStatus, Skip } from '../lib/types.ts';

const bearer = sections('4.7.1', '4.9.1');
const wrongToken = 'this-token-is-not-known-here';

const postWith = (target: Target, name: string, headers: Record<string, string>) =>
  target.once(`authorization: ${name}`, async () => {
    await target.requireTokens();
    return target.try(makeOffer(target.protocol), { token: null, headers });
  });

const missing = (target: Target) => postWith(target, 'missing', {});
const wrong = (target: Target) => postWith(target, 'wrong', { Authorization: `Bearer ${wrongToken}` });

/** Requests without a valid token to a running session. */
const strangers = (target: Target) =>
  target.once('strangers', async () => {
    await target.requireTokens();
    return target.withSession(async (session) => {
      const fragment = makeFragment(session.ice);
      const patch = {
        headers: { 'Content-Type': fragmentType, 'If-Match': session.etag ?? '*' },
        body: fragment,
      };
      return {
        deleted: await session.end({ token: null }),
        deletedWrong: await session.end({ token: wrongToken }),
        patched: await target.ask('PATCH', session.url, { ...patch, token: null }),
        patchedWrong: await target.ask('PATCH', session.url, { ...patch, token: wrongToken }),
        after: await session.end(),
      };
    });
  });

const elsewhere = (target: Target) =>
  target.once('elsewhere', async () => {
    if (!target.otherToken) throw new Skip('no --other-token is given');
    return target.try(makeOffer(target.protocol), { token: target.otherToken });
  });

export const authRules = [
  rule(
    'auth.missing',
    'MUST',
    rfc(9110, '15.5.2'),
    'A request without a token is answered with 401',
    async (target) => {
      expectStatus(await missing(target), 401);
    },
  ),
  rule(
    'auth.missing.challenge',
    'MUST',
    rfc(6750, '3'),
    'A missing token gets WWW-Authenticate: Bearer',
    async (target) => {
      const challenge = header(await missing(target), 'www-authenticate');
      expect(/(^|,\s*)bearer( |,|$)/i.test(challenge ?? ''), `WWW-Authenticate is ${challenge ?? 'missing'}`);
    },
  ),
  rule(
    'auth.missing.error',
    'SHOULD',
    rfc(6750, '3.1'),
    'A request without a token gets no error code',
    async (target) => {
      const challenge = header(await missing(target), 'www-authenticate') ?? '';
      expect(!/\berror=/.test(challenge), `WWW-Authenticate is ${challenge}`);
    },
  ),
  rule('auth.wrong', 'SHOULD', rfc(6750, '3.1'), 'An unknown token is answered with 401', async (target) => {
    expectStatus(await wrong(target), 401);
  }),
  rule(
    'auth.wrong.challenge',
    'MUST',
    rfc(6750, '3'),
    'An unknown token gets WWW-Authenticate: Bearer',
    async (target) => {
      const challenge = header(await wrong(target), 'www-authenticate');
      expect(/(^|,\s*)bearer( |,|$)/i.test(challenge ?? ''), `WWW-Authenticate is ${challenge ?? 'missing'}`);
    },
  ),
  rule(
    'auth.wrong.error',
    'SHOULD',
    rfc(6750, '3.1'),
    'An unknown token gets error="invalid_token"',
    async (target) => {
      const challenge = header(await wrong(target), 'www-authenticate') ?? '';
      expect(/\berror="?invalid_token"?/.test(challenge), `WWW-Authenticate is ${challenge || 'missing'}`);
    },
  ),
  rule('auth.never', 'MUST', bearer, 'An unknown token never opens a session', async (target) => {
    const reply = await wrong(target);
    expect(reply.status >= 400 && reply.status < 500, describeReply(reply));
  }),
  rule(
    'auth.scheme',
    'MUST',
    rfc(9110, '11.1'),
    'The authentication scheme is case-insensitive',
    async (target) => {
      await target.requireTokens();
      if (!target.token) throw new Skip('no --token is given');
      expectStatus(
        await target.try(makeOffer(target.protocol), {
          token: null,
          headers: { Authorization: `bearer ${target.token}` },
        }),
        201,
      );
    },
  ),
  rule('auth.basic', 'MUST', rfc(9110, '11.4'), 'Another scheme is answered with 401', async (target) => {
    expectStatus(await postWith(target, 'basic', { Authorization: 'Basic dXNlcjpwYXNzd29yZA==' }), 401);
  }),
  rule(
    'auth.empty',
    'MUST',
    rfc(6750, '2.1'),
    'A scheme without a token is refused with 400 or 401',
    async (target) => {
      expectStatus(await postWith(target, 'empty', { Authorization: 'Bearer' }), 400, 401);
    },
  ),
  rule('auth.form', 'MUST', bearer, 'A token in the body is not accepted', async (target) => {
    await target.requireTokens();
    const headers = { 'Content-Type': `${sdpType}; access_token=${target.token ?? 'x'}` };
    expectStatus(await target.try(makeOffer(target.protocol), { token: null, headers }), 401);
  }),
  rule(
    'auth.elsewhere',
    'SHOULD',
    rfc(6750, '3.1'),
    'A valid token of another room is answered with 403',
    async (target) => {
      expectStatus(await elsewhere(target), 403);
    },
  ),
  rule(
    'auth.elsewhere.never',
    'MUST',
    bearer,
    'A valid token of another room never opens a session',
    async (target) => {
      const reply = await elsewhere(target);
      expect(reply.status >= 400 && reply.status < 500, describeReply(reply));
    },
  ),
  rule('auth.delete', 'MUST', bearer, 'DELETE without a token is answered with 401', async (target) => {
    expectStatus((await strangers(target)).deleted, 401);
  }),
  rule(
    'auth.delete.wrong',
    'MUST',
    bearer,
    'DELETE with an unknown token is answered with 401, 403 or 404',
    async (target) => {
      expectStatus((await strangers(target)).deletedWrong, 401, 403, 404);
    },
  ),
  rule('auth.patch', 'MUST', bearer, 'PATCH without a token is answered with 401', async (target) => {
    expectStatus((await strangers(target)).patched, 401);
  }),
  rule(
    'auth.patch.wrong',
    'MUST',
    bearer,
    'PATCH with an unknown token is answered with 401, 403 or 404',
    async (target) => {
      expectStatus((await strangers(target)).patchedWrong, 401, 403, 404);
    },
  ),
  rule(
    'auth.strangers',
    'MUST',
    bearer,
    'A session survives requests without a valid token',
    async (target) => {
      expectStatus((await strangers(target)).after, 200);
    },
  ),
];
