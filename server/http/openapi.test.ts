import { beforeAll, expect, it } from 'vitest';
import { apiBases } from '#contract/endpoint.ts';
import { configurationPath } from '#contract/site/configuration.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';

interface Operation {
  operationId: string;
  parameters: { name: string; in: string }[];
  requestBody?: unknown;
  responses: Record<string, { description: string }>;
  security?: unknown;
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
}

const test = startTestApp();
let document: Document;
beforeAll(async () => {
  const response = await test.app.request('/api/openapi.json');
  expect(response.status).toBe(200);
  document = (await response.json()) as Document;
});

const operationOf = (method: string, path: string): Operation | undefined =>
  document.paths[path]?.[method.toLowerCase()];

it('describes all bound calls, the configuration, and nothing else', () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const bound = test.app.calls.map((call) => `${call.method} ${apiBases[call.base]}${call.path}`);
  expect(described.sort()).toEqual([...bound, `GET ${configurationPath.path}`].sort());
});

it('gives every call a unique name', () => {
  const names = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(new Set(names).size).toBe(names.length);
});

it('shows whether an input is in the path, query or body', () => {
  expect(operationOf('GET', '/api/engine/profile/username/{username}')?.parameters).toMatchObject([
    { name: 'username', in: 'path' },
    { name: 'lang', in: 'query' },
    { name: 'nonNude', in: 'query' },
  ]);
  const list = operationOf('GET', '/api/engine/performers');
  expect(list?.parameters.map(({ name }) => name)).toContain('filter');
  expect(list?.requestBody).toBeUndefined();
  expect(operationOf('POST', '/api/member/login')?.requestBody).toBeDefined();
});

it('lists the labels of each status', () => {
  const join = operationOf('POST', '/api/member/chat/join');
  expect(join?.responses['404']?.description).toContain('badRequest.performer.notExists');
  expect(join?.responses['429']?.description).toContain('badRequest.tooMany');
});

it('requires a login for the calls that need one', () => {
  expect(operationOf('PUT', '/api/studio/status')?.security).toEqual([{ apiKey: [], bearer: [] }]);
  expect(operationOf('GET', '/api/engine/performers')?.security).toBeUndefined();
});
