import { header, listed } from '../lib/http.ts';
import { rfc, rule, sections, shared } from '../lib/rule.ts';
import { iceText, makeFragment } from '../lib/sdp.ts';
import { fragmentType, type Target } from '../lib/target.ts';
import { describeReply, expect, expectStatus, expectSuccess, Skip } from '../lib/types.ts';

const usage = sections('4.1', '4.1');
const end = sections('4.2', '4.4');
const fetchStandard = shared('Fetch Standard', '3.2');

const preflight = (target: Target) =>
  target.once('session preflight', () =>
    target.withSession((session) =>
      target.ask('OPTIONS', session.url, {
        token: null,
        headers: {
          Origin: 'https://player.example',
          'Access-Control-Request-Method': 'PATCH',
          'Access-Control-Request-Headers': 'authorization,content-type,if-match',
        },
      }),
    ),
  );

/** A request to a session that never existed. */
const unknown = async (target: Target, method: string) => {
  const { session } = await target.life();
  const url = session.url.replace(/[^/]+$/, (id) => iceText(id.length));
  const headers = { 'Content-Type': fragmentType, 'If-Match': '*' };
  const ice = { ufrag: iceText(8), pwd: iceText(24) };
  return target.ask(method, url, method === 'PATCH' ? { headers, body: makeFragment(ice) } : {});
};

export const sessionRules = [
  rule('session.get', 'MUST', usage, 'GET on a session succeeds', async (target) => {
    expectSuccess((await target.life()).get);
  }),
  rule('session.get.empty', 'MUST', usage, 'The answer to GET has no content', async (target) => {
    const { body } = (await target.life()).get;
    expect(body === '', `it has ${body.length} characters`);
  }),
  rule(
    'session.head',
    'MUST',
    rfc(9110, '9.3.2'),
    'HEAD is answered with the status of GET',
    async (target) => {
      const { get, head } = await target.life();
      expectStatus(head, get.status);
    },
  ),
  rule(
    'session.options',
    'MUST',
    end,
    'OPTIONS on a session is supported, without a token',
    async (target) => {
      expectSuccess((await target.life()).options);
    },
  ),
  rule(
    'session.options.accept-patch',
    'SHOULD',
    rfc(5789, '3.1'),
    'OPTIONS returns Accept-Patch',
    async (target) => {
      await target.requireTrickle();
      const types = listed((await target.life()).options, 'accept-patch');
      expect(types.includes(fragmentType), `Accept-Patch is ${types.join(', ') || 'missing'}`);
    },
  ),
  rule(
    'session.preflight.methods',
    'MUST',
    fetchStandard,
    'A preflight allows PATCH and DELETE',
    async (target) => {
      const reply = await preflight(target);
      expectSuccess(reply);
      const methods = listed(reply, 'access-control-allow-methods');
      expect(
        ['patch', 'delete'].every((name) => methods.includes(name)),
        `allowed: ${methods.join(', ') || 'none'}`,
      );
    },
  ),
  rule('session.preflight.headers', 'MUST', fetchStandard, 'A preflight allows If-Match', async (target) => {
    const headers = listed(await preflight(target), 'access-control-allow-headers');
    expect(headers.includes('if-match'), `allowed: ${headers.join(', ') || 'none'}`);
  }),
  rule(
    'session.other-methods',
    'MUST',
    rfc(9110, '9.1'),
    'PUT and POST on a session are refused with 4xx or 501',
    async (target) => {
      const { put, post } = await target.life();
      for (const reply of [put, post]) {
        expect((reply.status >= 400 && reply.status < 500) || reply.status === 501, describeReply(reply));
      }
    },
  ),
  rule('session.allow', 'MUST', rfc(9110, '15.5.6'), 'A 405 names the allowed methods', async (target) => {
    const { put } = await target.life();
    if (put.status !== 405) throw new Skip(describeReply(put));
    expect(listed(put, 'allow').includes('delete'), `Allow is ${header(put, 'allow') ?? 'missing'}`);
  }),
  rule('session.delete', 'MUST', end, 'DELETE ends the session with 200', async (target) => {
    const { session } = await target.life();
    const reply = await target.withSession((another) => another.end());
    expectStatus(reply, 200);
    expect(reply.url !== session.url, 'two sessions have one address');
  }),
  rule(
    'session.delete.if-match',
    'MUST',
    sections('4.3.1', '4.5.1'),
    'DELETE ignores If-Match',
    async (target) => {
      expectStatus((await target.life()).ended, 200);
    },
  ),
  rule(
    'session.delete.twice',
    'MUST',
    rfc(9110, '9.2.2'),
    'A second DELETE is answered with 200, 204, 404 or 410',
    async (target) => {
      expectStatus((await target.life()).again, 200, 204, 404, 410);
    },
  ),
  rule(
    'session.delete.then-patch',
    'MUST',
    end,
    'PATCH after DELETE is answered with 404 or 410',
    async (target) => {
      const { late } = await target.life();
      if ([405, 501].includes(late.status)) throw new Skip('PATCH is not supported');
      expectStatus(late, 404, 410);
    },
  ),
  rule(
    'session.delete.cors',
    'SHOULD',
    fetchStandard,
    'A page of another origin may read the answer to DELETE',
    async (target) => {
      const origin = header((await target.life()).ended, 'access-control-allow-origin');
      expect(origin === '*', `Access-Control-Allow-Origin is ${origin}`);
    },
  ),
  rule(
    'session.unknown.delete',
    'MUST',
    rfc(9110, '15.5.5'),
    'DELETE of an unknown session is answered with 404',
    async (target) => {
      expectStatus(await unknown(target, 'DELETE'), 404, 410);
    },
  ),
  rule(
    'session.unknown.patch',
    'MUST',
    rfc(9110, '15.5.5'),
    'PATCH of an unknown session is answered with 404',
    async (target) => {
      const reply = await unknown(target, 'PATCH');
      if ([405, 501].includes(reply.status)) throw new Skip('PATCH is not supported');
      expectStatus(reply, 404, 410);
    },
  ),
];
