import { describe, expect, it } from 'vitest';
import { isRoleAmong, operatorRoles } from '#contract/desk/roles.ts';
import { callKey, pathOf } from '#contract/endpoint.ts';
import { toQuery } from '#contract/query.ts';
import { bindings } from '#server/boot/routes.ts';
import { deskRawRoutes } from '#server/desk/routes.ts';
import { aMember, anOperator, aPerformer } from '#server/testing/people.ts';
import { fileRoles } from '#server/testing/rules/declarations.ts';
import { sampleInput } from '#server/testing/rules/sample-input.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, seller } from '#server/testing/test-app.ts';

const test = startTestApp();
const calls = bindings.map(({ call }) => call).filter(({ base }) => base === 'desk');
const guarded = calls.filter(({ access }) => access === 'operator');

async function statusOf(call: (typeof calls)[number], headers: Record<string, string>): Promise<number> {
  const sample = sampleInput(call);
  // Decision 1 is one of an earlier call here: withdrawing a colleague's is forbidden to every role but owners.
  const input = 'decision' in sample ? { ...sample, decision: 999_999 } : sample;
  const path = pathOf(call, input);
  const response = await test.app.request(call.method === 'GET' ? `${path}?${toQuery(input)}` : path, {
    method: call.method,
    headers: { 'api-key': test.deps.config.apiKey, 'content-type': 'application/json', ...headers },
    ...(call.method !== 'GET' && { body: JSON.stringify(input) }),
  });
  return response.status;
}

describe('files of the desk', () => {
  const files = deskRawRoutes([], seller).map(({ path, method }) => [path, method] as const);

  it.each(files)('%s', async (path, method) => {
    const load = async (headers: Record<string, string>): Promise<number> => {
      const query = new URLSearchParams({ 'api-key': test.deps.config.apiKey });
      return (await test.app.request(`${path}?${query}`, { method, headers })).status;
    };
    for (const role of operatorRoles) {
      const status = await load((await anOperator(test, role)).headers);
      if (isRoleAmong(role, fileRoles[path] ?? [])) expect([401, 403], role).not.toContain(status);
      else expect(status, role).toBe(403);
    }
    const [member, performer] = [await aMember(test), await aPerformer(test)];
    for (const headers of [{}, bearer(member.token), bearer(performer.token)])
      expect(await load(headers)).toBe(401);
  });
});

describe('calls of the desk', () => {
  it.each(guarded.map((call) => [callKey(call), call] as const))('%s', async (_, call) => {
    for (const role of operatorRoles) {
      const status = await statusOf(call, (await anOperator(test, role)).headers);
      if (isRoleAmong(role, call.roles ?? [])) expect([401, 403], role).not.toContain(status);
      else expect(status, role).toBe(403);
    }
    const [member, performer] = [await aMember(test), await aPerformer(test)];
    for (const headers of [{}, bearer(member.token), bearer(performer.token)])
      expect(await statusOf(call, headers)).toBe(401);
  });
});
