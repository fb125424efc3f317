import { header, links, listed, mediaType } from '../lib/http.ts';
import { interop, rfc, rule, sections, shared } from '../lib/rule.ts';
import { makeOffer } from '../lib/sdp.ts';
import { sdpType, type Target } from '../lib/target.ts';
import { expect, expectStatus, Skip } from '../lib/types.ts';

const setup = sections('4.2', '4.3.1');
const tags = sections('4.3.1', '4.5.1');
const servers = sections('4.6', '4.8');
const fetchStandard = shared('Fetch Standard', '3.2.3');

const created = async (target: Target) => (await target.life()).reply;

async function tagOf(target: Target) {
  const tag = header(await created(target), 'etag');
  if (tag === undefined) throw new Skip('there is no ETag');
  return tag;
}

async function iceServers(target: Target) {
  const found = links(await created(target)).filter(
    ({ parameters }) => parameters.get('rel') === 'ice-server',
  );
  if (found.length === 0) throw new Skip('no STUN or TURN server is given');
  return found;
}

const exposed = (name: string, level: 'MUST' | 'SHOULD', title: string) =>
  rule(`created.expose.${name}`, level, fetchStandard, title, async (target) => {
    const reply = await created(target);
    if (header(reply, name) === undefined) throw new Skip(`there is no ${name}`);
    const names = listed(reply, 'access-control-expose-headers');
    expect(names.includes(name) || names.includes('*'), `exposed: ${names.join(', ') || 'nothing'}`);
  });

export const createdRules = [
  rule('created.status', 'MUST', setup, 'An offer is answered with 201 Created', async (target) => {
    expectStatus(await target.try(makeOffer(target.protocol)), 201);
  }),
  rule('created.type', 'MUST', setup, 'The answer has the type application/sdp', async (target) => {
    const type = mediaType(await created(target));
    expect(type === sdpType, `Content-Type is ${type}`);
  }),
  rule('created.body', 'MUST', setup, 'The body is a session description', async (target) => {
    const { body } = await created(target);
    expect(/^v=0\r?\no=/.test(body), `it begins with ${JSON.stringify(body.slice(0, 12))}`);
  }),
  rule('created.crlf', 'MUST', rfc(8866, '5'), 'The lines of the answer end with CRLF', async (target) => {
    const { body } = await created(target);
    expect(body.endsWith('\r\n') && !/[^\r]\n/.test(body), 'a line ends otherwise');
  }),
  rule('created.location', 'MUST', setup, 'Location names the session', async (target) => {
    const { session, reply } = await target.life();
    expect(header(reply, 'location') !== undefined, 'there is no Location');
    expect(session.url !== target.url, 'it is the endpoint itself');
  }),
  rule(
    'created.location.kind',
    'MUST',
    rfc(9110, '10.2.2'),
    'Location can be resolved to an HTTP address',
    async (target) => {
      const { session } = await target.life();
      expect(/^https?:\/\/[^/]+\/./.test(session.url), `it is ${session.url}`);
    },
  ),
  rule(
    'created.location.query',
    'SHOULD',
    interop('OBS'),
    'Location has no query and no fragment, which encoders drop',
    async (target) => {
      const { session } = await target.life();
      expect(!/[?#]/.test(session.url), `it is ${session.url}`);
    },
  ),
  rule('created.location.unique', 'MUST', setup, 'Two sessions have two addresses', async (target) => {
    const [one, two] = await target.pair();
    expect(one?.url !== two?.url, `both are ${one?.url}`);
  }),
  rule(
    'created.location.random',
    'SHOULD',
    sections('5', '5'),
    'The address of a session cannot be guessed',
    async (target) => {
      const [one, two] = await target.pair();
      const parts = (two?.url ?? '').split(/[/?&=]/);
      const changed = (one?.url ?? '')
        .split(/[/?&=]/)
        .filter((part) => !parts.includes(part))
        .join('');
      // 64 bits have 11 characters in base64 and 16 in hexadecimal.
      expect(
        changed.length >= 11 && new Set(changed).size >= 6,
        `what changes is ${JSON.stringify(changed)}`,
      );
    },
  ),
  rule(
    'created.etag',
    'MUST',
    tags,
    'ETag identifies the ICE session where restarts are supported',
    async (target) => {
      await target.requireRestart();
      expect(header(await created(target), 'etag') !== undefined, 'there is no ETag');
    },
  ),
  rule('created.etag.strong', 'MUST', tags, 'The ETag is strong', async (target) => {
    const tag = await tagOf(target);
    expect(!tag.startsWith('W/'), `it is ${tag}`);
  }),
  rule('created.etag.quoted', 'MUST', rfc(9110, '8.8.3'), 'The ETag is quoted', async (target) => {
    const tag = await tagOf(target);
    expect(/^(W\/)?"[\x21\x23-\x7e\x80-\xff]+"$/.test(tag), `it is ${tag}`);
  }),
  rule('created.etag.unique', 'MUST', tags, 'Two sessions have two ETags', async (target) => {
    await tagOf(target);
    const [one, two] = await target.pair();
    expect(one?.etag !== two?.etag, `both are ${one?.etag}`);
  }),
  rule(
    'created.no-store',
    'SHOULD',
    interop('caches'),
    'The answer, which holds credentials, must not be stored',
    async (target) => {
      const directives = listed(await created(target), 'cache-control');
      expect(directives.includes('no-store'), `Cache-Control is ${directives.join(', ') || 'missing'}`);
    },
  ),
  rule(
    'created.cors',
    'MUST',
    fetchStandard,
    'A page of another origin may read the answer',
    async (target) => {
      const origin = header(await created(target), 'access-control-allow-origin');
      expect(origin === '*', `Access-Control-Allow-Origin is ${origin}`);
    },
  ),
  exposed('location', 'MUST', 'A page of another origin may read Location'),
  exposed('etag', 'MUST', 'A page of another origin may read ETag'),
  exposed('link', 'MUST', 'A page of another origin may read Link'),
  rule(
    'created.link.scheme',
    'MUST',
    servers,
    'Links to ICE servers are STUN and TURN addresses',
    async (target) => {
      for (const { target: address } of await iceServers(target)) {
        expect(/^(stuns?|turns?):[^/\s]+$/.test(address), `a link leads to ${address}`);
      }
    },
  ),
  rule(
    'created.link.credentials',
    'MUST',
    servers,
    'A TURN server has username and credential',
    async (target) => {
      const turn = (await iceServers(target)).filter(({ target: address }) => address.startsWith('turn'));
      if (turn.length === 0) throw new Skip('there is no TURN server');
      for (const { parameters } of turn) {
        expect(Boolean(parameters.get('username') && parameters.get('credential')), 'one has no credentials');
      }
    },
  ),
  rule(
    'created.link.credential-type',
    'MUST',
    servers,
    'The credential-type, if present, is a known one',
    async (target) => {
      for (const { parameters } of await iceServers(target)) {
        const type = parameters.get('credential-type');
        expect(type === undefined || type === 'password', `it is ${type}`);
      }
    },
  ),
  rule(
    'created.link.extensions',
    'MUST',
    sections('4.9', '4.10'),
    'Other links are registered relations or extensions',
    async (target) => {
      const prefix = `urn:ietf:params:${target.protocol}:ext:`;
      for (const { parameters } of links(await created(target))) {
        const relation = parameters.get('rel') ?? '';
        const isExtension = relation.startsWith('urn:ietf:params:')
          ? relation.startsWith(prefix)
          : // A registered name, or any URI (RFC 8288, 2.1.2).
            /^[a-z][a-z0-9.-]*$/.test(relation) || /^[a-z][a-z0-9+.-]*:\S+$/i.test(relation);
        expect(isExtension, `a link has the relation ${JSON.stringify(relation)}`);
      }
    },
  ),
];
