import { expect, it } from 'vitest';
import { takeIn } from './page-answer.ts';

it('takes in what a handler of a node server answers: status, headers whatever their case, body in parts', async () => {
  const page = await takeIn(
    (request, response) => {
      response.setHeader('X-Kept', 'yes');
      response.writeHead(418, { 'Content-Type': 'text/plain' });
      response.write(Buffer.from(`${request.method} ${request.url} `));
      response.end(request.headers.cookie);
    },
    { url: '/free?p=1', headers: { cookie: 'age=1' } },
  );
  expect(page.status).toBe(418);
  expect(page.headers).toEqual({ 'x-kept': 'yes', 'content-type': 'text/plain' });
  expect(page.body.toString()).toBe('GET /free?p=1 age=1');
});

it('fails when the handler gives up in the middle', async () => {
  const broken = takeIn((_, response) => void response.writeHead(200).destroy(), { url: '/', headers: {} });
  await expect(broken).rejects.toThrow('the page broke off');
});
