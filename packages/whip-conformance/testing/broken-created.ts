import { at, type Breakage, body, editHeader, goingOn, header, status, tricklings } from './break.ts';

/** Broken rules of the endpoint and of a created session. */
export const brokenCreated: readonly Breakage[] = [
  { name: 'GET is not found', broken: status('get endpoint', 404), red: ['endpoint.get', 'endpoint.head'] },
  {
    name: 'GET has content',
    broken: at('get endpoint', (reply) => Object.assign(reply, { status: 200, body: 'hello' })),
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
    broken: editHeader('created', 'Location', (value) => `${value}?session=1`),
    red: ['created.location.query'],
  },
  {
    name: 'there is no ETag',
    broken: header('created', 'ETag'),
    red: ['created.etag', 'trickle.empty', 'trickle.no-etag', ...tricklings, ...goingOn],
  },
  {
    name: 'the ETag is weak',
    broken: editHeader('created', 'ETag', (tag) => `W/${tag}`),
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
    broken: editHeader('created', 'ETag', (tag) => tag.replaceAll('"', '')),
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
];
