import { bodyOfHead, header, links, listed, mediaType } from '../lib/http.ts';
import { interop, onlyWhep, rfc, rule, sections, shared } from '../lib/rule.ts';
import { makeOffer } from '../lib/sdp.ts';
import { sdpType, type Target } from '../lib/target.ts';
import { describeReply, expect, expectStatus, expectSuccess, Skip } from '../lib/types.ts';

const usage = sections('4.1', '4.1');
const cors = sections('4.2', '4.4');
const fetchStandard = shared('Fetch Standard', '3.2');

const get = (target: Target) => target.once('GET', () => target.ask('GET'));
const head = (target: Target) => target.once('HEAD', () => target.ask('HEAD'));
const options = (target: Target) =>
  target.once('OPTIONS', () => target.ask('OPTIONS', target.url, { token: null }));

const preflight = (target: Target) =>
  target.once('preflight', () =>
    target.ask('OPTIONS', target.url, {
      token: null,
      headers: {
        Origin: 'https://player.example',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization,content-type',
      },
    }),
  );

/** A refused POST from another origin. */
const refused = (target: Target) =>
  target.once('refused', () =>
    target.ask('POST', target.url, {
      headers: { Origin: 'https://player.example', 'Content-Type': 'text/plain' },
      body: 'x',
    }),
  );

/** Headers that differ between responses or belong to the connection. */
const passing = new Set([
  'date',
  'content-length',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'x-request-id',
]);

export const endpointRules = [
  rule('endpoint.get', 'MUST', usage, 'GET on the endpoint succeeds', async (target) => {
    expectSuccess(await get(target));
  }),
  rule('endpoint.get.empty', 'MUST', usage, 'The answer to GET has no content', async (target) => {
    const { body } = await get(target);
    expect(body === '', `it has ${body.length} characters`);
  }),
  rule(
    'endpoint.head',
    'MUST',
    rfc(9110, '9.3.2'),
    'HEAD is answered with the status of GET',
    async (target) => {
      expectStatus(await head(target), (await get(target)).status);
    },
  ),
  rule(
    'endpoint.head.empty',
    'MUST',
    rfc(9110, '9.3.2'),
    'The answer to HEAD has no content',
    async (target) => {
      const body = await bodyOfHead(target.url, target.timeoutMs);
      expect(body === '', `${body.length} characters follow its headers`);
    },
  ),
  rule('endpoint.head.headers', 'MUST', rfc(9110, '9.3.2'), 'HEAD has the headers of GET', async (target) => {
    const [one, two] = [await get(target), await head(target)];
    const missing = Object.keys(one.headers).filter(
      (name) => !passing.has(name) && header(one, name) !== header(two, name),
    );
    expect(missing.length === 0, `different: ${missing.join(', ')}`);
  }),
  rule(
    'endpoint.head.ok',
    'SHOULD',
    onlyWhep('4.2'),
    'HEAD is answered with 200, so that players can find the endpoint',
    async (target) => {
      expectStatus(await head(target), 200);
    },
  ),
  rule(
    'endpoint.head.type',
    'SHOULD',
    onlyWhep('4.2'),
    'HEAD returns Content-Type: application/sdp',
    async (target) => {
      const type = mediaType(await head(target));
      expect(type === sdpType, `Content-Type is ${type}`);
    },
  ),
  rule('endpoint.options', 'MUST', cors, 'OPTIONS is supported, without a token', async (target) => {
    expectSuccess(await options(target));
  }),
  rule('endpoint.options.ok', 'SHOULD', cors, 'OPTIONS is answered with 200', async (target) => {
    expectStatus(await options(target), 200);
  }),
  rule(
    'endpoint.options.accept-post',
    'SHOULD',
    cors,
    'OPTIONS returns Accept-Post: application/sdp',
    async (target) => {
      const types = listed(await options(target), 'accept-post');
      expect(types.includes(sdpType), `Accept-Post is ${types.join(', ') || 'missing'}`);
    },
  ),
  rule(
    'endpoint.preflight',
    'MUST',
    cors,
    'A preflight of another origin succeeds without a token',
    async (target) => {
      const reply = await preflight(target);
      expectSuccess(reply);
      const origin = header(reply, 'access-control-allow-origin');
      expect(
        origin === '*' || origin === 'https://player.example',
        `Access-Control-Allow-Origin is ${origin}`,
      );
    },
  ),
  rule('endpoint.preflight.method', 'MUST', fetchStandard, 'The preflight allows POST', async (target) => {
    const methods = listed(await preflight(target), 'access-control-allow-methods');
    // Without a list of methods POST is allowed.
    expect(methods.length === 0 || methods.includes('post') || methods.includes('*'), methods.join(', '));
  }),
  rule(
    'endpoint.preflight.headers',
    'MUST',
    fetchStandard,
    'The preflight allows Authorization and Content-Type',
    async (target) => {
      const headers = listed(await preflight(target), 'access-control-allow-headers');
      const missing = ['authorization', 'content-type'].filter((name) => !headers.includes(name));
      expect(missing.length === 0, `not allowed: ${missing.join(', ')}`);
    },
  ),
  rule(
    'endpoint.preflight.max-age',
    'SHOULD',
    interop('start-up time'),
    'A preflight may be cached (Access-Control-Max-Age)',
    async (target) => {
      const seconds = Number(header(await preflight(target), 'access-control-max-age'));
      expect(seconds > 5, 'it is asked again before each request');
    },
  ),
  rule(
    'endpoint.preflight.links',
    'SHOULD',
    sections('4.6', '4.8'),
    'A preflight lists no STUN or TURN servers',
    async (target) => {
      const found = links(await preflight(target)).filter(
        ({ parameters }) => parameters.get('rel') === 'ice-server',
      );
      expect(found.length === 0, `${found.length} servers`);
    },
  ),
  rule(
    'endpoint.refused.cors',
    'SHOULD',
    fetchStandard,
    'A page of another origin may read a refusal',
    async (target) => {
      const origin = header(await refused(target), 'access-control-allow-origin');
      expect(
        origin === '*' || origin === 'https://player.example',
        `Access-Control-Allow-Origin is ${origin}`,
      );
    },
  ),
  rule(
    'endpoint.other-methods',
    'MUST',
    rfc(9110, '9.1'),
    'PUT, PATCH and DELETE on the endpoint are refused with 4xx or 501',
    async (target) => {
      for (const method of ['PUT', 'PATCH', 'DELETE']) {
        const { status } = await target.once(method, () => target.ask(method));
        expect((status >= 400 && status < 500) || status === 501, `${method} was answered with ${status}`);
      }
    },
  ),
  rule('endpoint.allow', 'MUST', rfc(9110, '15.5.6'), 'A 405 names the allowed methods', async (target) => {
    const reply = await target.once('PUT', () => target.ask('PUT'));
    if (reply.status !== 405) throw new Skip(describeReply(reply));
    expect(listed(reply, 'allow').includes('post'), `Allow is ${header(reply, 'allow')}`);
  }),
  rule(
    'endpoint.redirect',
    'MUST',
    sections('4.5', '4.7'),
    'POST is not redirected with 301, 302 or 303',
    async (target) => {
      const offer = makeOffer(target.protocol);
      const reply = await target.try(offer);
      expect(![301, 302, 303].includes(reply.status), describeReply(reply));
    },
  ),
];
