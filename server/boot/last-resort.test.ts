import { expect, it } from 'vitest';
import { answerAlways, type Failure, type Handler } from './last-resort.ts';
import { takeIn } from './page-answer.ts';

const broken = new Error('the error page failed, too');

async function ask(handler: Handler, url = '/en/free') {
  const failures: Failure[] = [];
  const answer = answerAlways(handler, (failure) => failures.push(failure));
  const { status, headers, body } = await takeIn((request, response) => void answer(request, response, {}), {
    url,
    headers: {},
  });
  return { status, headers, body: body.toString(), failures };
}

const throwing: Handler = async (_, response) => {
  response.setHeader('cache-control', 'public');
  response.setHeader('x-request-id', 'r-1');
  throw broken;
};

it.each([
  ['throws', throwing],
  ['hands on an error', async (_request, _response, next) => next(broken)],
] as [string, Handler][])(
  'a site that %s is answered for in both languages, with a way home',
  async (_, handler) => {
    const { status, headers, body, failures } = await ask(handler);
    expect(status).toBe(500);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toContain('<a href="/">Naar de homepage</a>');
    expect(body).toContain('<a href="/en" hreflang="en">Go to the homepage</a>');
    expect(body).not.toMatch(/<script|<link|src=/);
    expect(failures).toEqual([{ error: broken, url: '/en/free' }]);
  },
);

it('keeps the number of the request, by which the log is searched', async () => {
  expect((await ask(throwing)).headers['x-request-id']).toBe('r-1');
});

it('what the site does not know is a 404, and no failure', async () => {
  const { status, body, failures } = await ask(async (_request, _response, next) => next());
  expect(status).toBe(404);
  expect(body).toContain('This page could not be found.');
  expect(failures).toEqual([]);
});

it.each([
  ['/%E0%A4%A?p=77', '/404?p=77'],
  ['/en/free/%E0', '/en/404'],
  ['/caf%C3%A9?q=%E0', '/caf%C3%A9?q=%E0'],
])('asks the site for %s as %s: it fails at signs that are no letters', async (url, asked) => {
  let seen: string | undefined;
  const handler: Handler = async (request, response) => {
    seen = request.url;
    response.end();
  };
  await ask(handler, url);
  expect(seen).toBe(asked);
});

it('cuts short what was begun, so that nobody takes half a page for a whole one', async () => {
  const begun: Handler = async (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.write('<h1>');
    throw broken;
  };
  await expect(ask(begun)).rejects.toThrow();
});
