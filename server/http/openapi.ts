import { z } from 'zod';
import { type AnyEndpoint, apiBases, type FileBody, pathParams } from '#contract/endpoint.ts';
import { commonLabels } from '#contract/errors.ts';
import { configurationPath } from '#contract/site/configuration.ts';
import { statusOf } from './errors.ts';

type Schema = Record<string, unknown>;

const schemaOf = (type: z.core.$ZodType, io: 'input' | 'output'): Schema => {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any' });
  return schema;
};

/** OpenAPI 3.1, generated from the bound calls. */
export function openApiOf(
  calls: readonly AnyEndpoint[],
  options: { title: string; version: string },
): Schema {
  const paths: Record<string, Record<string, Schema>> = {};
  for (const call of calls) {
    const path = apiBases[call.base] + call.path;
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(call) };
  }
  paths[configurationPath.path] = { get: configurationOperation };
  return {
    openapi: '3.1.0',
    info: { title: options.title, version: options.version },
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'api-key' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
    security: [{ apiKey: [] }],
  };
}

function operationOf(call: AnyEndpoint): Schema {
  const input = schemaOf(call.input, 'input');
  const inPath = new Set(pathParams(call));
  const properties = (input['properties'] ?? {}) as Record<string, Schema>;
  const path = [...inPath].map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: properties[name] ?? {},
  }));
  const query = Object.keys(properties)
    .filter((name) => call.method === 'GET' && !inPath.has(name))
    .map((name) => ({ name, in: 'query', style: 'deepObject', schema: properties[name] ?? {} }));
  const body = { content: call.body ? fileContent(call.body) : { 'application/json': { schema: input } } };
  return {
    summary: call.summary,
    operationId: `${call.method.toLowerCase()}${call.base}${call.path.replace(/[^a-z]+(\w)/gi, (_, c: string) => c.toUpperCase())}`,
    tags: [call.base],
    parameters: [...path, ...query],
    ...(call.method === 'GET' ? {} : { requestBody: body }),
    ...(call.access === 'anyone' ? {} : { security: [{ apiKey: [], bearer: [] }] }),
    responses: { 200: answer(schemaOf(call.output, 'output')), ...errorAnswers(call) },
  };
}

const fileContent = ({ types, maxBytes }: FileBody): Record<string, Schema> =>
  Object.fromEntries(
    types.map((type) => [type, { schema: { type: 'string', format: 'binary', maxLength: maxBytes } }]),
  );

/** Readable without a key. */
const configurationOperation: Schema = {
  summary: configurationPath.summary,
  operationId: 'getConfiguration',
  tags: ['site'],
  parameters: [],
  security: [],
  responses: { 200: answer(schemaOf(configurationPath.schema, 'output')) },
};

function answer(schema: Schema, description = 'OK'): Schema {
  return { description, content: { 'application/json': { schema } } };
}

function errorAnswers(call: AnyEndpoint): Record<string, Schema> {
  const byStatus = new Map<number, string[]>();
  for (const label of [...commonLabels, ...call.errors]) {
    byStatus.set(statusOf(label), [...(byStatus.get(statusOf(label)) ?? []), label]);
  }
  const entries = [...byStatus].map(([status, labels]) => {
    const schema = {
      type: 'object',
      required: ['label'],
      properties: { label: { enum: [...new Set(labels)] } },
    };
    return [String(status), answer(schema, labels.join(', '))] as const;
  });
  return Object.fromEntries(entries);
}
