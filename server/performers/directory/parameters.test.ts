import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { onlineStatus } from '#contract/performers/status.ts';
import { makePerformer } from '#server/testing/make.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { performers } from '../tables.ts';

const test = startTestApp();

beforeAll(async () => {
  const { free, online, vip, paused, offline } = onlineStatus;
  const women = { Fay: free, Lot: online, Vera: vip, Pam: paused, Oda: offline };
  for (const [username, status] of Object.entries(women))
    await makePerformer(test.deps, { username, onlineStatus: status });
  await makePerformer(test.deps, { username: 'Max', gender: 'male', onlineStatus: free });
});

/** Sends a query as an external client writes it. */
async function ask(path: string): Promise<{ status: number; body: unknown; names: string }> {
  const headers = { 'api-key': test.deps.config.apiKey };
  const response = await test.app.request(`/api/engine${path}`, { headers });
  const body = (await response.json()) as { result?: { username: string }[] };
  const names = (body.result ?? []).map(({ username }) => username).sort();
  return { status: response.status, body, names: names.join(' ') };
}

describe('L9.13 the onlineStatus filter selects', () => {
  it.each([
    ['by its names', 'filter[onlineStatus][]=free&filter[onlineStatus][]=vip', 'Fay Vera'],
    ['by one name', 'filter[onlineStatus]=offline', 'Oda'],
    ['by everything that is not offline', 'filter[onlineStatus]=online', 'Fay Lot Pam Vera'],
    ['by the exact value', 'filter[onlineStatus]=9', 'Pam'],
    ['by the exact value where it is a bit too', 'filter[onlineStatus]=1', 'Lot'],
    ['by a bit', 'filter[onlineStatus][]=2&filter[onlineStatus][]=8', 'Fay Pam'],
    ['beside another filter', 'filter[onlineStatus]=free&filter[gender]=male', 'Max'],
  ])('%s', async (_, query, expected) => {
    expect((await ask(`/performers?${query}`)).names).toBe(expected);
  });
});

describe('P7.36 findPerformers finds', () => {
  it.each([
    ['by the name alone', 'username=vERA', 'Vera'],
    ['by the name as a filter', 'filter[username]=Vera', 'Vera'],
    ['by another filter alone', 'gender=male&status[]=free', 'Max'],
    ['by nobody’s name', 'username=Nobody', ''],
    ['by an empty name', 'username=', ''],
  ])('%s', async (_, query, expected) => {
    expect((await ask(`/user/find?${query}`)).names).toBe(expected);
  });
});

it.each([
  ['performers', '/performers', { result: [], total: 0 }],
  ['found performers', '/user/find', { result: [] }],
  ['found performers, with a limit only', '/user/find?limit=5', { result: [] }],
])('L5.11 %s without any option are an empty list', async (_, path, expected) => {
  expect(await ask(path)).toMatchObject({ status: 200, body: expected });
});

it('P7.42 L3.4 applies the requested order and refuses an unknown one', async () => {
  const top = await makePerformer(test.deps, { username: 'Top', rating: 50 });
  const first = async (query: string) => {
    const { body } = await ask(`/performers?${query}`);
    return (body as { result?: { username: string }[] }).result?.[0]?.username;
  };
  expect(await first('ordering[0][key]=rating')).toBe('Top');
  expect(await first('ordering[0][key]=free&ordering[1][key]=rating')).toBe('Fay');
  expect(await first('ordering[0][key]=rating&ordering[0][value]=asc')).not.toBe('Top');
  expect(await ask('/performers?ordering[0][key]=rating&ordering[0][value]=up')).toMatchObject({
    status: 400,
    body: { fields: ['ordering.0.value'] },
  });
  expect(await ask('/performers?ordering[0][key]=popularity')).toMatchObject({
    status: 400,
    body: { fields: ['ordering.0.key'] },
  });
  await test.deps.db.delete(performers).where(eq(performers.id, top));
});

it('L3.4 L9.12 one option is enough for a list', async () => {
  for (const query of [
    'pagination[page]=1',
    'filter[gender]=female',
    'ordering[0][key]=language&ordering[0][value]=nl',
  ])
    expect((await ask(`/performers?${query}`)).names, query).toBe('Fay Lot Oda Pam Vera');
});

describe('names an unknown value or field', () => {
  it.each([
    ['/performers?filter[onlinestatus]=free', 'filter.onlinestatus'],
    ['/performers?filter[onlineStatus]=6', 'filter.onlineStatus'],
    ['/performers?filter[gender]=women', 'filter.gender'],
    ['/performers?filters[gender]=male', 'filters'],
    ['/performers?pagination[size]=5', 'pagination.size'],
    ['/performers?ordering[0][key]=language&ordering[0][value]=nl&ordering[0][dir]=up', 'ordering.0.dir'],
    ['/performers?ordering[0][key]=language&ordering[0][value]=asc', 'ordering.0.value'],
    ['/performers?ordering[0][key]=rating&ordering[0][value]=nl', 'ordering.0.value'],
    ['/performers?filter[a][b][c][d]=1', 'filter[a][b][c][d]'],
    ['/performers/filters?filter[hair]=red', 'filter.hair'],
    ['/user/find?user=Vera', 'user'],
    ['/user/count?status[]=free', 'status'],
    ['/user/autocomplete?name=Ver', 'name'],
    ['/performers/addresses?offset=3', 'offset'],
    ['/featured/categories?text=true', 'text'],
    ['/promotion/whitelabel?placement=grid', 'placement'],
  ])('%s', async (path, field) => {
    expect(await ask(path)).toMatchObject({
      status: 400,
      body: { label: 'badRequest.invalid.input', fields: [field] },
    });
  });
});

it.each(['/performers?filter[gender]=male', '/user/find?username=Max'])(
  'accepts the fields every call may carry: %s',
  async (path) => {
    expect((await ask(`${path}&lang=en&token=x&noNude=true&api-key=vonk-web`)).names).toBe('Max');
  },
);

it("accepts the specification's name of the non-nude flag", async () => {
  await makePerformer(test.deps, {
    username: 'Lia',
    gender: 'couple',
    onlineStatus: onlineStatus.online,
    snapshot: 'k1',
    profile: { picture: 'abc' },
  });
  const kindOf = async (more: string) => {
    const { body } = await ask(`/performers?filter[gender]=couple${more}`);
    return (body as { result: { snapshot: { url: string } }[] }).result[0]?.snapshot.url[8];
  };
  expect(await kindOf('')).toBe('l');
  expect(await kindOf('&noNude=true')).toBe('p');
});
