// @ts-check
/** @import { Break, Reply } from './fake-server.mjs' */

/** @typedef {{ name: string, red: readonly string[], broken: Break, protocol?: 'whip' | 'whep', ice?: boolean }} Breakage */

/** @param {string} on @param {(reply: Reply) => void} edit @returns {Break} */
const at = (on, edit) => ({
  change: (reply, stage) => {
    if (stage === on || stage.startsWith(`${on}:`) || (on.endsWith('*') && stage.startsWith(on.slice(0, -1))))
      edit(reply);
  },
});

/** @param {string} on @param {number} status */
const status = (on, status) => at(on, (reply) => void (reply.status = status));
/** @param {string} on @param {string} name @param {string | null} [value] */
const header = (on, name, value = null) =>
  at(on, (reply) => {
    if (value === null) delete reply.headers[name];
    else reply.headers[name] = value;
  });
/** @param {string} on @param {string | RegExp} from @param {string} to */
const body = (on, from, to) => at(on, (reply) => void (reply.body = reply.body.replaceAll(from, to)));
/** @param {readonly string[]} without @returns {Break} */
const omit = (...without) => ({ without });

/** Whatever adds candidates. */
const tricklings = [
  'status',
  'parameters',
  'tcp',
  'mdns',
  'strange',
  'ipv6',
  'end',
  'twice',
  'overlapping',
].map((name) => `trickle.${name}`);
/** What looks whether a session goes on does it by candidates. */
const goingOn = ['refuses.without-harm', 'patch.without-harm', 'restart.failed'];

/**
 * One broken rule each, and the checks that have to notice it: these and no others.
 * @type {readonly Breakage[]}
 */
export const breakages = [
  { name: 'GET is not found', broken: status('get endpoint', 404), red: ['endpoint.get', 'endpoint.head'] },
  {
    name: 'GET has content',
    broken: at('get endpoint', (reply) => void Object.assign(reply, { status: 200, body: 'hello' })),
    red: ['endpoint.get.empty', 'endpoint.head'],
  },
  { name: 'HEAD is refused', broken: status('head endpoint', 405), red: ['endpoint.head'] },
  {
    name: 'HEAD has other headers',
    broken: header('get endpoint', 'X-Kind', 'whip'),
    red: ['endpoint.head.headers'],
  },
  {
    name: 'a player cannot find the endpoint',
    protocol: 'whep',
    broken: header('head endpoint', 'Content-Type', 'text/plain'),
    red: ['endpoint.head.headers', 'endpoint.head.type'],
  },
  {
    name: 'OPTIONS is answered with 204',
    broken: status('options endpoint', 204),
    red: ['endpoint.options.ok'],
  },
  {
    name: 'OPTIONS names no type',
    broken: header('options endpoint', 'Accept-Post'),
    red: ['endpoint.options.accept-post'],
  },
  {
    name: 'a preflight needs a token',
    broken: status('preflight endpoint', 401),
    red: ['endpoint.preflight'],
  },
  {
    name: 'a preflight does not allow POST',
    broken: header('preflight endpoint', 'Access-Control-Allow-Methods', 'GET'),
    red: ['endpoint.preflight.method'],
  },
  {
    name: 'a preflight does not allow Authorization',
    broken: header('preflight endpoint', 'Access-Control-Allow-Headers', 'Content-Type'),
    red: ['endpoint.preflight.headers'],
  },
  {
    name: 'a preflight is asked each time',
    broken: header('preflight endpoint', 'Access-Control-Max-Age'),
    red: ['endpoint.preflight.max-age'],
  },
  {
    name: 'a preflight tells TURN servers',
    broken: header('preflight endpoint', 'Link', '<turn:turn.example>; rel="ice-server"'),
    red: ['endpoint.preflight.links'],
  },
  {
    name: 'a page cannot read why it is refused',
    broken: header('refused: type', 'Access-Control-Allow-Origin'),
    red: ['endpoint.refused.cors'],
  },
  {
    name: 'a 405 names no methods',
    broken: header('not allowed', 'Allow'),
    red: ['endpoint.allow', 'session.allow'],
  },
  {
    name: 'PUT is taken',
    broken: status('not allowed', 200),
    red: ['endpoint.other-methods', 'session.other-methods'],
  },
  {
    name: 'the answer has another type',
    broken: header('created', 'Content-Type', 'text/plain'),
    red: ['created.type'],
  },
  {
    name: 'lines end with LF',
    broken: body('created', '\r\n', '\n'),
    red: ['created.crlf', 'answer.ice.fresh'],
  },
  {
    name: 'Location has a query',
    broken: at('created', (reply) => void (reply.headers['Location'] += '?session=1')),
    red: ['created.location.query'],
  },
  {
    name: 'there is no ETag',
    broken: header('created', 'ETag'),
    red: ['created.etag', 'trickle.empty', 'trickle.no-etag', ...tricklings, ...goingOn],
  },
  {
    name: 'the ETag is weak',
    broken: at('created', (reply) => void (reply.headers['ETag'] = `W/${reply.headers['ETag']}`)),
    red: [
      'created.etag.strong',
      'trickle.list',
      'trickle.empty',
      'trickle.no-etag',
      ...tricklings,
      ...goingOn,
    ],
  },
  {
    name: 'the ETag is not quoted',
    broken: at(
      'created',
      (reply) => void (reply.headers['ETag'] = String(reply.headers['ETag']).replaceAll('"', '')),
    ),
    red: [
      'created.etag.quoted',
      'trickle.list',
      'trickle.empty',
      'trickle.no-etag',
      ...tricklings,
      ...goingOn,
    ],
  },
  { name: 'the answer may be stored', broken: header('created', 'Cache-Control'), red: ['created.no-store'] },
  {
    name: 'a page cannot read the answer',
    broken: header('created', 'Access-Control-Allow-Origin'),
    red: ['created.cors'],
  },
  {
    name: 'a page cannot read ETag',
    broken: header('created', 'Access-Control-Expose-Headers', 'Location, Link'),
    red: ['created.expose.etag'],
  },
  {
    name: 'a link leads to a page',
    broken: header('created', 'Link', '<https://stun.example>; rel="ice-server"'),
    red: ['created.link.scheme'],
  },
  {
    name: 'TURN is told without credentials',
    broken: header('created', 'Link', '<turn:turn.example>; rel="ice-server"; username="u"'),
    red: ['created.link.credentials'],
  },
  {
    name: 'an unknown kind of credential',
    broken: header('created', 'Link', '<stun:stun.example>; rel="ice-server"; credential-type="magic"'),
    red: ['created.link.credential-type'],
  },
  {
    name: 'an extension of another protocol',
    broken: header('created', 'Link', '<https://example.org/x>; rel="urn:ietf:params:other:x"'),
    red: ['created.link.extensions'],
  },
  {
    name: 'the answer sends and receives',
    broken: body('created', 'a=recvonly', 'a=sendrecv'),
    red: ['answer.direction', 'accepts.sendrecv', 'accepts.bundle-only'],
  },
  {
    name: 'the answer does not bundle',
    broken: body('created', /a=group:BUNDLE.*\r\n/g, ''),
    red: ['answer.bundle', 'accepts.bundle-only'],
  },
  {
    name: 'RTCP has a port of its own',
    broken: body('created', 'a=rtcp-mux\r\n', ''),
    red: ['answer.rtcp-mux'],
  },
  {
    name: 'rtcp-mux-only is left out',
    broken: body('created', 'a=rtcp-mux-only\r\n', ''),
    red: ['answer.rtcp-mux-only'],
  },
  {
    name: 'mids are numbered anew',
    broken: body('created', 'a=mid:1', 'a=mid:7'),
    red: ['answer.mid', 'answer.bundle'],
  },
  {
    name: 'the transport is another',
    broken: body('created', 'UDP/TLS/RTP/SAVPF', 'RTP/SAVPF'),
    red: ['answer.protocol'],
  },
  {
    name: 'the picture is refused by itself',
    broken: body('created', 'm=video 9', 'm=video 0'),
    red: ['answer.complete', 'accepts.bundle-only.port'],
  },
  {
    name: 'ice-ufrag has 3 characters',
    broken: body('created', /a=ice-ufrag:(...).*/g, 'a=ice-ufrag:$1'),
    red: ['answer.ufrag'],
  },
  {
    name: 'ice-pwd is always the same, and short',
    broken: body('created', /a=ice-pwd:.*/g, 'a=ice-pwd:secret'),
    red: ['answer.pwd', 'answer.ice.fresh'],
  },
  {
    name: 'the fingerprint is of SHA-1',
    broken: body('created', /a=fingerprint:.*/g, `a=fingerprint:sha-1 ${'AB:'.repeat(19)}AB`),
    red: ['answer.fingerprint'],
  },
  {
    name: 'the DTLS role is left open',
    broken: body('created', 'a=setup:passive', 'a=setup:actpass'),
    red: ['answer.setup', 'answer.active'],
  },
  {
    name: 'candidates come later',
    broken: body('created', /a=(candidate|end-of-candidates).*\r\n/g, ''),
    red: ['answer.candidates', 'answer.end-of-candidates'],
  },
  {
    name: 'a candidate is for RTCP',
    broken: body('created', 'a=end-of', 'a=candidate:9 2 udp 1 127.0.0.1 5000 typ host\r\na=end-of'),
    red: ['answer.candidates.component'],
  },
  {
    name: 'ice-lite stands in a section',
    broken: body('created', 'a=mid:', 'a=ice-lite\r\na=mid:'),
    red: ['answer.ice-lite'],
  },
  {
    name: 'ice-options are left out',
    broken: body('created', 'a=ice-options:ice2 trickle\r\n', ''),
    red: ['answer.ice2', 'answer.trickle', 'restart.ice-options'],
  },
  {
    name: 'a codec has another number',
    broken: body('created', 'a=rtpmap:96 VP8', 'a=rtpmap:96 VP9'),
    red: ['answer.codecs'],
  },
  {
    name: 'RTX is left out',
    broken: body('created', /a=rtpmap:\d+ rtx.*\r\n/g, ''),
    red: ['answer.codecs', 'answer.rtx'],
  },
  { name: 'RTX repeats nothing', broken: body('created', 'apt=96', 'apt=99'), red: ['answer.rtx.apt'] },
  {
    name: 'feedback that nobody offered',
    broken: body('created', 'a=rtcp-fb:96 nack\r\n', 'a=rtcp-fb:96 nack\r\na=rtcp-fb:96 transport-cc\r\n'),
    red: ['answer.feedback'],
  },
  {
    name: 'no key frame can be asked for',
    broken: body('created', / nack pli/g, ' ccm fir'),
    red: ['answer.pli'],
  },
  {
    name: 'an extension has another number',
    broken: body('created', 'a=extmap:2 ', 'a=extmap:3 '),
    red: ['answer.extensions'],
  },
  {
    name: 'picture and sound are two streams',
    protocol: 'whep',
    broken: body('created', 'a=msid:stream video', 'a=msid:other video'),
    red: ['answer.msid'],
  },
  {
    name: 'RTX has no SSRC',
    protocol: 'whep',
    broken: body('created', /a=ssrc-group.*\r\n/g, ''),
    red: ['answer.ssrc.rtx'],
  },
  {
    name: 'layers are sent back',
    broken: body('created', 'a=simulcast:recv', 'a=simulcast:send'),
    red: ['simulcast.direction'],
  },
  {
    name: 'rids stay without simulcast',
    broken: body('created', /a=simulcast:.*\r\n/g, ''),
    red: ['simulcast.orphans', 'simulcast.all'],
  },
  {
    name: 'any type is taken',
    broken: omit('type'),
    red: ['refuses.type', 'refuses.type.status', 'refuses.type.missing', 'refuses.type.fragment'],
  },
  {
    name: 'garbage is an error of the server',
    broken: status('refused: garbage', 500),
    red: ['refuses.garbage', 'refuses.garbage.status', 'refuses.empty'],
  },
  {
    name: 'refusals are plain text',
    broken: header('refused: garbage', 'Content-Type', 'text/plain'),
    red: ['refuses.problem'],
  },
  {
    name: 'short ICE credentials are taken',
    broken: omit('short-ufrag', 'short-pwd'),
    red: ['refuses.short-ufrag', 'refuses.short-pwd'],
  },
  { name: 'a missing fingerprint is taken', broken: omit('no-fingerprint'), red: ['refuses.no-fingerprint'] },
  { name: 'media without encryption is taken', broken: omit('no-dtls'), red: ['refuses.no-dtls'] },
  {
    name: 'the wrong direction is taken',
    broken: omit('direction', 'inactive'),
    red: ['refuses.direction', 'refuses.inactive'],
  },
  {
    name: 'an unknown codec is taken',
    broken: omit('no-codec', 'no-codec.sound'),
    red: ['refuses.no-codec', 'refuses.no-codec.sound'],
  },
  {
    name: 'a section with port 0 comes to life',
    broken: omit('dead-section'),
    red: ['refuses.dead-section'],
  },
  {
    name: 'one may come without rtcp-mux and bundle',
    broken: omit('no-rtcp-mux', 'no-bundle'),
    red: ['refuses.no-rtcp-mux', 'refuses.no-bundle'],
  },
  { name: 'bodies have no limit', broken: omit('huge'), red: ['refuses.huge'] },
  {
    name: 'no token is needed, a wrong one is refused',
    broken: status('no token endpoint', 403),
    red: ['auth.missing', 'auth.basic', 'auth.empty', 'auth.form'],
  },
  {
    name: 'nothing is told about tokens',
    broken: header('no token endpoint', 'WWW-Authenticate'),
    red: ['auth.missing.challenge'],
  },
  { name: 'a wrong token is forbidden', broken: status('wrong token endpoint', 403), red: ['auth.wrong'] },
  {
    name: 'a wrong token is not told so',
    broken: header('wrong token endpoint', 'WWW-Authenticate', 'Bearer'),
    red: ['auth.wrong.error'],
  },
  {
    name: 'a token of another room is unknown',
    broken: status('elsewhere endpoint', 401),
    red: ['auth.elsewhere'],
  },
  {
    name: 'anybody may end a session',
    broken: omit('session-token'),
    red: ['auth.delete', 'auth.delete.wrong', 'auth.patch'],
  },
  {
    name: 'DELETE is answered with 204',
    broken: status('deleted', 204),
    red: [
      'session.delete',
      'session.delete.if-match',
      'auth.strangers',
      'patch.without-harm',
      'restart.delete',
    ],
  },
  { name: 'DELETE looks at If-Match', broken: omit('delete-if-match'), red: ['session.delete.if-match'] },
  {
    name: 'an unknown session is an error',
    broken: status('unknown', 500),
    red: ['session.delete.then-patch', 'session.unknown.delete', 'session.unknown.patch'],
  },
  {
    name: 'a session does not allow If-Match',
    broken: header('preflight session', 'Access-Control-Allow-Headers', 'Authorization, Content-Type'),
    red: ['session.preflight.headers'],
  },
  {
    name: 'a session names no type',
    broken: header('options session', 'Accept-Patch'),
    red: ['session.options.accept-patch'],
  },
  {
    name: 'trickling is answered with 200',
    broken: status('trickled', 200),
    red: ['trickle.no-etag', 'trickle.list', 'restart.etag.current', ...tricklings, ...goingOn],
  },
  {
    name: 'trickling gives a new ETag',
    broken: header('trickled', 'ETag', '"another"'),
    red: ['trickle.no-etag'],
  },
  { name: 'If-Match may be missing', broken: omit('428'), red: ['trickle.no-match'] },
  {
    name: 'If-Match is not compared',
    broken: omit('412'),
    red: ['trickle.stale', 'trickle.weak', 'trickle.list.stale', 'trickle.list.comma', 'restart.etag.stale'],
  },
  {
    name: 'any fragment is taken',
    broken: omit('fragment'),
    red: [
      'patch.garbage',
      'patch.empty',
      'patch.no-credentials',
      'restart.short-ufrag',
      'restart.short-pwd',
      'restart.wrong-characters',
      'restart.failed',
    ],
  },
  {
    name: 'any type of fragment is taken',
    broken: omit('patch-type'),
    red: ['patch.type', 'patch.type.status', 'patch.type.offer'],
  },
  {
    name: 'a restart keeps its ETag',
    broken: omit('restart-tag'),
    red: ['restart.etag', 'restart.etag.stale', 'restart.again'],
  },
  {
    name: 'a restart keeps its credentials',
    broken: omit('restart-ice'),
    red: ['restart.ufrag', 'restart.pwd'],
  },
  {
    name: 'a restart has another type',
    broken: header('restarted', 'Content-Type', 'application/sdp'),
    red: ['restart.type'],
  },
  {
    name: 'a restart forgets ice-options',
    broken: body('restarted', 'a=ice-options:ice2 trickle\r\n', ''),
    red: ['restart.ice-options'],
  },
  {
    name: 'a restart forgets ice-lite',
    broken: body('restarted', 'a=ice-lite\r\n', ''),
    red: ['restart.ice-lite'],
  },
  {
    name: 'a restart has no candidates',
    broken: body('restarted', /a=candidate.*\r\n/g, ''),
    red: ['restart.candidates'],
  },
  {
    name: 'a restart has no section',
    broken: body('restarted', /(m=|a=mid).*\r\n/g, ''),
    red: ['restart.section'],
  },
  {
    name: 'a failed restart ends the session',
    broken: omit('failed-restart'),
    red: ['restart.failed', 'patch.without-harm'],
  },
  { name: 'checks may have any password', ice: true, broken: omit('password'), red: ['ice.wrong-password'] },
  {
    name: 'checks may be for anybody',
    ice: true,
    broken: omit('user', 'password'),
    red: ['ice.wrong-password', 'ice.wrong-user', 'ice.restarted.old'],
  },
  { name: 'answers to checks are not signed', ice: true, broken: omit('signed'), red: ['ice.signed'] },
  { name: 'answers to checks tell no address', ice: true, broken: omit('mapped'), red: ['ice.mapped'] },
  { name: 'checks succeed after DELETE', ice: true, broken: omit('ended'), red: ['ice.ended'] },
  { name: 'former credentials stay good', ice: true, broken: omit('former-ice'), red: ['ice.restarted.old'] },
];
