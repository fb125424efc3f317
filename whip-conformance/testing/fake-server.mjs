// @ts-check
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { valueIn } from '../lib/sdp.mjs';
import { answerTo, faults, freshIce, restartAnswer } from './fake-answer.mjs';
import { answerChecks } from './fake-checks.mjs';

/**
 * @typedef {{ status: number, headers: Record<string, string | string[]>, body: string }} Reply
 * @typedef {{ id: string, tag: string, offer: string, theirs: { ufrag: string, pwd: string },
 *   ice: { ufrag: string, pwd: string, port: number }, former: string[], ended: boolean }} Session
 * @typedef {{ change?: (reply: Reply, stage: string, request: { body: string, headers: import('node:http').IncomingHttpHeaders,
 *   session?: Session | undefined }) => void, without?: readonly string[] }} Break `without`: faults and rules that are not looked at
 */

const methods = { 'Access-Control-Allow-Methods': 'GET, HEAD, POST, PATCH, DELETE, OPTIONS' };
const preflight = {
  ...methods,
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, If-Match',
  'Access-Control-Max-Age': '7200',
};
const sdp = 'application/sdp';
const fragment = 'application/trickle-ice-sdpfrag';
const newTag = () => `"${randomBytes(6).toString('hex')}"`;

/** @param {string | undefined} list */
const tagsOf = (list) =>
  [...(list ?? '').matchAll(/(W\/)?("[^"]*")/g)].flatMap(([, weak, tag = '']) => (weak ? [] : [tag]));

/** @param {number} status @param {Record<string, string | string[]>} [headers] @param {string} [body] @returns {Reply} */
const reply = (status, headers = {}, body = '') => ({ status, headers, body });
/** @param {number} status @param {Record<string, string>} [headers] */
const refuse = (status, headers = {}) =>
  reply(status, { 'Content-Type': 'application/problem+json', ...headers }, '{}');

/** @param {string | undefined} authorization */
function refusal(authorization) {
  const [, token] = /^bearer (\S+)$/i.exec(authorization ?? '') ?? [];
  if (!token) return { stage: 'no token', refused: refuse(401, { 'WWW-Authenticate': 'Bearer' }) };
  if (token === 'good') return null;
  if (token === 'other')
    return {
      stage: 'elsewhere',
      refused: refuse(403, { 'WWW-Authenticate': 'Bearer error="insufficient_scope"' }),
    };
  return {
    stage: 'wrong token',
    refused: refuse(401, { 'WWW-Authenticate': 'Bearer error="invalid_token"' }),
  };
}

/** A server that keeps every rule over HTTP and STUN, and knows no media. One broken rule at a time is handed in. @param {Break} [broken] */
export async function openFakeServer({ change = () => {}, without = [] } = {}) {
  /** @type {Map<string, Session>} */
  const sessions = new Map();
  const keeps = (/** @type {string} */ name) => !without.includes(name);

  const socket = await answerChecks(sessions, keeps);
  const { port } = socket.address();

  /** @param {string} body @param {string} direction @param {string} origin */
  function create(body, direction, origin) {
    const receives = direction === 'sendonly' ? 'sendonly' : 'recvonly';
    const fault = Object.keys(faults).find((name) => keeps(name) && faults[name]?.(body, receives));
    if (fault) return { stage: `refused: ${fault}`, made: refuse(fault === 'garbage' ? 400 : 422) };
    const ice = { ...freshIce(), port };
    const theirs = { ufrag: valueIn(body, 'a=ice-ufrag:') ?? '', pwd: valueIn(body, 'a=ice-pwd:') ?? '' };
    /** @type {Session} */
    const session = {
      id: randomBytes(12).toString('hex'),
      tag: newTag(),
      offer: body,
      theirs,
      ice,
      former: [],
      ended: false,
    };
    sessions.set(session.id, session);
    const headers = {
      'Content-Type': sdp,
      Location: `${origin}/session/${session.id}`,
      ETag: session.tag,
      'Cache-Control': 'no-store',
      Link: [
        '<stun:stun.example>; rel="ice-server"',
        '<turn:turn.example>; rel="ice-server"; username="u"; credential="p"; credential-type="password"',
      ],
    };
    return { stage: 'created', made: reply(201, headers, answerTo(body, direction, ice)), session };
  }

  /** @param {Session} session @param {string} body @param {string | undefined} match */
  function patch(session, body, match) {
    const any = /^"?\*"?$/.test(match ?? '');
    if (match === undefined && keeps('428')) return { stage: 'refused patch', made: refuse(428) };
    if (!any && keeps('412') && match !== undefined && !tagsOf(match).includes(session.tag))
      return { stage: 'refused patch', made: refuse(412) };
    const given = { ufrag: valueIn(body, 'a=ice-ufrag:') ?? '', pwd: valueIn(body, 'a=ice-pwd:') ?? '' };
    const isGood = (/** @type {string} */ text, /** @type {number} */ least) =>
      text.length >= least && !/[^A-Za-z0-9+/]/.test(text);
    if (keeps('fragment') && (!isGood(given.ufrag, 4) || !isGood(given.pwd, 22))) {
      if (!keeps('failed-restart')) session.ended = true;
      return { stage: 'refused patch', made: refuse(400) };
    }
    if (given.ufrag === session.theirs.ufrag || !given.ufrag) return { stage: 'trickled', made: reply(204) };
    session.theirs = given;
    session.former.push(session.ice.ufrag);
    session.ice = { ...(keeps('restart-ice') ? freshIce() : session.ice), port };
    session.tag = keeps('restart-tag') ? newTag() : session.tag;
    const mid = valueIn(session.offer, 'a=mid:') ?? '0';
    return {
      stage: 'restarted',
      made: reply(200, { 'Content-Type': fragment, ETag: session.tag }, restartAnswer(mid, session.ice)),
    };
  }

  /**
   * @param {import('node:http').IncomingMessage} request
   * @param {string} body
   * @returns {{ stage: string, made: Reply, session?: Session | undefined }}
   */
  function answer({ method = 'GET', url = '', headers }, body) {
    const path = url.split('?')[0] ?? '';
    const direction = path.startsWith('/whep') ? 'sendonly' : 'recvonly';
    const isEndpoint = path === '/whip' || path === '/whep';
    const session = sessions.get(path.replace('/session/', ''));
    const place = isEndpoint ? 'endpoint' : 'session';
    if (method === 'OPTIONS') {
      const accepts = isEndpoint ? { 'Accept-Post': sdp } : { 'Accept-Patch': fragment };
      return {
        stage: `${headers['access-control-request-method'] ? 'preflight' : 'options'} ${place}`,
        made: reply(200, { ...preflight, ...accepts }),
      };
    }
    if (method === 'GET' || method === 'HEAD') {
      return {
        stage: `${method.toLowerCase()} ${place}`,
        made: direction === 'sendonly' ? reply(200, { 'Content-Type': sdp }) : reply(204),
      };
    }
    if (!(isEndpoint ? ['POST'] : ['PATCH', 'DELETE']).includes(method)) {
      return {
        stage: 'not allowed',
        made: refuse(405, { Allow: isEndpoint ? 'GET, POST, OPTIONS' : 'GET, PATCH, DELETE, OPTIONS' }),
      };
    }
    const known = keeps('token') ? refusal(headers.authorization) : null;
    if (known && !(keeps('session-token') === false && !isEndpoint))
      return { stage: `${known.stage} ${place}`, made: known.refused };
    const type = headers['content-type']?.split(';')[0]?.toLowerCase();
    if (isEndpoint) {
      if (keeps('type') && type !== sdp) return { stage: 'refused: type', made: refuse(415) };
      if (keeps('huge') && body.length > 200_000) return { stage: 'refused: huge', made: refuse(413) };
      return create(body, direction, `http://${headers.host}`);
    }
    if (method === 'PATCH') {
      if (!session || session.ended) return { stage: 'unknown', made: refuse(404), session };
      if (keeps('patch-type') && type !== fragment) return { stage: 'refused patch type', made: refuse(415) };
      return { ...patch(session, body, headers['if-match']), session };
    }
    if (!session) return { stage: 'unknown', made: refuse(404) };
    if (!keeps('delete-if-match') && headers['if-match'] && headers['if-match'] !== session.tag)
      return { stage: 'deleted', made: refuse(412), session };
    session.ended = true;
    return { stage: 'deleted', made: reply(200), session };
  }

  const server = createServer(async (request, response) => {
    /** @type {Buffer[]} */
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const { stage, made, session } = answer(request, body);
    made.headers['Access-Control-Allow-Origin'] = '*';
    made.headers['Access-Control-Expose-Headers'] = 'Location, ETag, Link, Retry-After';
    change(made, stage, { body, headers: request.headers, session });
    response.writeHead(made.status, made.headers);
    response.end(request.method === 'HEAD' ? undefined : made.body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: async () => {
      socket.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
