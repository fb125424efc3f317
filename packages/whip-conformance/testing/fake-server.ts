import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { valueIn } from '../lib/sdp.ts';
import { mappedAddress, message, readMessage, seal } from '../lib/stun.ts';
import type { Break, Reply, Session } from './break.ts';
import { answerTo, faults, freshIce, restartAnswer } from './fake-answer.ts';

const methods = { 'Access-Control-Allow-Methods': 'GET, HEAD, POST, PATCH, DELETE, OPTIONS' };
const preflight = {
  ...methods,
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, If-Match',
  'Access-Control-Max-Age': '7200',
};
const sdp = 'application/sdp';
const fragment = 'application/trickle-ice-sdpfrag';
const newTag = () => `"${randomBytes(6).toString('hex')}"`;

const tagsOf = (list: string | undefined) =>
  [...(list ?? '').matchAll(/(W\/)?("[^"]*")/g)].flatMap(([, weak, tag = '']) => (weak ? [] : [tag]));

const reply = (status: number, headers: Reply['headers'] = {}, body = ''): Reply => ({
  status,
  headers,
  body,
});
const refuse = (status: number, headers: Record<string, string> = {}) =>
  reply(status, { 'Content-Type': 'application/problem+json', ...headers }, '{}');

function refusal(authorization: string | undefined) {
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

interface Answer {
  stage: string;
  made: Reply;
  session?: Session | undefined;
}

/** Sessions of a fake server, and which rules it keeps. */
interface Kept {
  sessions: Map<string, Session>;
  keeps(rule: string): boolean;
  /** UDP port of the connectivity checks. */
  port: number;
}

function create(
  { sessions, keeps, port }: Kept,
  body: string,
  { whep, origin }: { whep: boolean; origin: string },
): Answer {
  const direction = whep ? 'sendonly' : 'recvonly';
  const fault = Object.keys(faults).find((name) => keeps(name) && faults[name]?.(body, direction));
  if (fault) return { stage: `refused: ${fault}`, made: refuse(fault === 'garbage' ? 400 : 422) };
  const ice = { ...freshIce(), port };
  const session: Session = {
    id: randomBytes(12).toString('hex'),
    tag: newTag(),
    offer: body,
    theirs: credentialsIn(body),
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

function patch({ keeps, port }: Kept, session: Session, body: string, match: string | undefined): Answer {
  const any = /^"?\*"?$/.test(match ?? '');
  if (match === undefined && keeps('428')) return { stage: 'refused patch', made: refuse(428) };
  if (!any && keeps('412') && match !== undefined && !tagsOf(match).includes(session.tag))
    return { stage: 'refused patch', made: refuse(412) };
  const credentials = credentialsIn(body);
  const isGood = (text: string, least: number) => text.length >= least && !/[^A-Za-z0-9+/]/.test(text);
  if (keeps('fragment') && (!isGood(credentials.ufrag, 4) || !isGood(credentials.pwd, 22))) {
    if (!keeps('failed-restart')) session.ended = true;
    return { stage: 'refused patch', made: refuse(400) };
  }
  if (credentials.ufrag === session.theirs.ufrag || !credentials.ufrag)
    return { stage: 'trickled', made: reply(204) };
  session.theirs = credentials;
  session.former.push(session.ice.ufrag);
  session.ice = { ...(keeps('restart-ice') ? freshIce() : session.ice), port };
  session.tag = keeps('restart-tag') ? newTag() : session.tag;
  const mid = valueIn(session.offer, 'a=mid:') ?? '0';
  return {
    stage: 'restarted',
    made: reply(200, { 'Content-Type': fragment, ETag: session.tag }, restartAnswer(mid, session.ice)),
  };
}

const credentialsIn = (body: string) => ({
  ufrag: valueIn(body, 'a=ice-ufrag:') ?? '',
  pwd: valueIn(body, 'a=ice-pwd:') ?? '',
});

/** Where a request goes: `/whip` and `/whep` are endpoints, other paths are sessions. */
interface Place {
  isEndpoint: boolean;
  whep: boolean;
}

/** Answers a request that needs no token: what the server offers, and methods it does not allow; null for others. */
function answerAnyone(
  { method = 'GET', headers }: IncomingMessage,
  { isEndpoint, whep }: Place,
): Answer | null {
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
      made: whep ? reply(200, { 'Content-Type': sdp }) : reply(204),
    };
  }
  if ((isEndpoint ? ['POST'] : ['PATCH', 'DELETE']).includes(method)) return null;
  return {
    stage: 'not allowed',
    made: refuse(405, { Allow: isEndpoint ? 'GET, POST, OPTIONS' : 'GET, PATCH, DELETE, OPTIONS' }),
  };
}

function answer(kept: Kept, request: IncomingMessage, body: string): Answer {
  const { keeps } = kept;
  const { method, url = '', headers } = request;
  const path = url.split('?')[0] ?? '';
  const whep = path.startsWith('/whep');
  const isEndpoint = path === '/whip' || path === '/whep';
  const answered = answerAnyone(request, { isEndpoint, whep });
  if (answered) return answered;
  const known = keeps('token') ? refusal(headers.authorization) : null;
  if (known && !(keeps('session-token') === false && !isEndpoint))
    return { stage: `${known.stage} ${isEndpoint ? 'endpoint' : 'session'}`, made: known.refused };
  const type = headers['content-type']?.split(';')[0]?.toLowerCase();
  if (isEndpoint) {
    if (keeps('type') && type !== sdp) return { stage: 'refused: type', made: refuse(415) };
    if (keeps('huge') && body.length > 200_000) return { stage: 'refused: huge', made: refuse(413) };
    return create(kept, body, { whep, origin: `http://${headers.host}` });
  }
  const session = kept.sessions.get(path.replace('/session/', ''));
  if (method === 'PATCH') {
    if (!session || session.ended) return { stage: 'unknown', made: refuse(404), session };
    if (keeps('patch-type') && type !== fragment) return { stage: 'refused patch type', made: refuse(415) };
    return { ...patch(kept, session, body, headers['if-match']), session };
  }
  if (!session) return { stage: 'unknown', made: refuse(404) };
  if (!keeps('delete-if-match') && headers['if-match'] && headers['if-match'] !== session.tag)
    return { stage: 'deleted', made: refuse(412), session };
  session.ended = true;
  return { stage: 'deleted', made: reply(200), session };
}

/** A server without media that follows every rule of HTTP and STUN except those in `Break`. */
export async function openFakeServer({ change = () => {}, without = [] }: Break = {}) {
  const sessions = new Map<string, Session>();
  const keeps = (name: string) => !without.includes(name);
  const socket = await answerChecks(sessions, keeps);
  const { port } = socket.address();

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const { stage, made, session } = answer({ sessions, keeps, port }, request, body);
    made.headers['Access-Control-Allow-Origin'] = '*';
    made.headers['Access-Control-Expose-Headers'] = 'Location, ETag, Link, Retry-After';
    change(made, stage, { body, headers: request.headers, session });
    response.writeHead(made.status, made.headers);
    response.end(request.method === 'HEAD' ? undefined : made.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: httpPort } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${httpPort}`,
    close: async () => {
      socket.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Answers the connectivity checks of all sessions on one port. */
async function answerChecks(sessions: ReadonlyMap<string, Session>, keeps: (rule: string) => boolean) {
  const socket = createSocket('udp4');
  socket.on('message', (bytes, from) => {
    const request = readMessage(bytes);
    const [to = ''] = (request.username ?? '').split(':');
    const isFor = ({ ice, former }: Session) =>
      ice.ufrag === to || (!keeps('former-ice') && former.includes(to)) || !keeps('user');
    const session = [...sessions.values()].find((one) => (!one.ended || !keeps('ended')) && isFor(one));
    if (!session) return;
    const isSigned = request.isSignedWith(session.ice.pwd) || session.former.includes(to);
    if (keeps('password') && !isSigned) return;
    const attributes = keeps('mapped') ? [mappedAddress(from.address, from.port)] : [];
    const answer = message(0x0101, request.transaction, ...attributes);
    socket.send(seal(answer, keeps('signed') ? session.ice.pwd : 'x'), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return socket;
}
