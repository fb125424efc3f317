import { type Breakage, body, goingOn, header, omit, status, tricklings } from './break.ts';

/** Broken rules of refusals and of running sessions. */
export const brokenSessions: readonly Breakage[] = [
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
