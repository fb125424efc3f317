import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { brand } from '../../content/brand/index.ts';
import { call } from './call.ts';

const read = endpoint({
  base: 'engine',
  method: 'GET',
  path: '/thing/{id}',
  summary: 'A thing',
  access: 'anyone',
  input: z.object({ id: z.string(), filter: z.object({ status: z.array(z.string()) }) }),
  output: z.object({ name: z.string() }),
  errors: [],
});
const write = endpoint({
  base: 'member',
  method: 'PUT',
  path: '/thing/{id}',
  summary: 'Changes a thing',
  access: 'anyone',
  input: z.object({ id: z.string(), name: z.string() }),
  output: z.literal(true),
  errors: [],
});

/** A fetch that records requests and always returns the same response. */
function answering(status: number, body: unknown): { carried: Request[] } {
  const carried: Request[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    carried.push(new Request(`http://site.test${url}`, init));
    return Response.json(body, { status });
  });
  return { carried };
}

describe('call', () => {
  test('sends a read as a query in bracket format, path fields in the path', async () => {
    const { carried } = answering(200, { name: 'x' });
    await call(read, { id: 'a/b', filter: { status: ['live', 'free'] } });
    const url = new URL(carried[0]?.url ?? '');
    expect(url.pathname).toBe('/api/engine/thing/a%2Fb');
    expect(url.searchParams.getAll('filter[status][]')).toEqual(['live', 'free']);
  });

  test('sends a write as a JSON body without the path fields', async () => {
    const { carried } = answering(200, true);
    await call(write, { id: '7', name: 'new' });
    expect(carried[0]?.method).toBe('PUT');
    expect(carried[0]?.headers.get('content-type')).toBe('application/json');
    expect(await carried[0]?.json()).toEqual({ name: 'new' });
  });

  test('P7.20 sends the site’s API key, the language and the non-nude setting', async () => {
    const { carried } = answering(200, true);
    await call(write, { id: '7', name: 'x' }, { locale: 'en', nonNude: true });
    const headers = carried[0]?.headers;
    expect(headers?.get('api-key')).toBe(brand.apiKey);
    expect(headers?.get('x-lang')).toBe('en');
    expect(headers?.get('x-non-nude')).toBe('1');
  });

  test('throws the label and the field errors of an error response', async () => {
    answering(400, { label: 'badRequest.invalid.input', fields: ['name', 3] });
    const failure = await call(write, { id: '7', name: '' }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(AppError);
    expect(failure).toMatchObject({ label: 'badRequest.invalid.input', fields: ['name'] });
  });

  test.each([
    ['a label it does not know', { label: 'badRequest.somethingNew' }],
    ['a page of a proxy', '<html>'],
    ['nothing', null],
  ])('throws %s as undefined error', async (_, body) => {
    answering(502, body);
    await expect(call(write, { id: '7', name: 'x' })).rejects.toMatchObject({
      label: 'UNDEFINED_ERROR',
    });
  });

  test('refuses a response that violates the contract', async () => {
    answering(200, { nome: 'x' });
    const response = call(read, { id: '1', filter: { status: [] } });
    await expect(response).rejects.toMatchObject({ label: 'UNDEFINED_ERROR' });
  });

  test('throws UNAVAILABLE without a response, after a single attempt', async () => {
    const network = vi.fn(async () => {
      throw new TypeError('network');
    });
    vi.stubGlobal('fetch', network);
    const response = call(read, { id: '1', filter: { status: [] } });
    await expect(response).rejects.toMatchObject({ label: 'UNAVAILABLE' });
    expect(network).toHaveBeenCalledOnce();
  });
});
