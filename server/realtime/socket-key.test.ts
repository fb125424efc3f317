import { beforeAll, describe, expect, it } from 'vitest';
import { listAlbums } from '#contract/media/albums-calls.ts';
import { albumItems, albums } from '#server/media/tables.ts';
import { makePerformer } from '#server/testing/make.ts';
import { aMember } from '#server/testing/people.ts';
import { serveTestApp } from '#server/testing/start-test-app.ts';
import { callOver, nextPush, type TestServer } from '#server/testing/test-server.ts';

const server = serveTestApp();
let performer: number;
beforeAll(async () => {
  performer = await makePerformer(server.deps);
  for (const position of [1, 2]) {
    const row = { performerId: performer, position, title: { nl: 'Zee', en: 'Sea' } };
    const [album] = await server.deps.db.insert(albums).values(row).returning({ id: albums.id });
    await server.deps.db.insert(albumItems).values({
      performerId: performer,
      albumId: album?.id ?? 0,
      position: 0,
      kind: 'picture',
      version: 'a1',
      nonude: position === 1,
      width: 400,
      height: 300,
      color: '#000',
    });
  }
});

type Socket = ReturnType<TestServer['connect']>;
const credits = (socket: Socket, data: object = {}) =>
  callOver(socket, { method: 'GET', url: '/api/member/credits', data });

async function titles(socket: Socket, data: object = {}, query = ''): Promise<string[]> {
  const url = `/api/member/media/albums/${performer}${query}`;
  const { body } = await callOver(socket, { method: 'GET', url, data });
  return listAlbums.output.parse(body).result.map(({ title }) => title);
}

describe('the API key of a socket', () => {
  it('P7.20 is required with each call if the connection did not send it', async () => {
    const { token } = await aMember(server, 5);
    const socket = server.connect({ token, apiKey: null });
    const refused = { status: 401, body: { label: 'badRequest.invalid.apiKey' } };
    expect(await credits(socket)).toEqual(refused);
    expect(await credits(socket, { 'api-key': 'wrong' })).toEqual(refused);
    expect(await credits(socket, { 'api-key': 'vonk-web' })).toMatchObject({ body: { credits: 5 } });
  });

  it('is checked if the connection sends it', async () => {
    const socket = server.connect({ apiKey: 'wrong' });
    const refusal = await new Promise<Error>((resolve) => socket.once('connect_error', resolve));
    expect(refusal.message).toBe('badRequest.invalid.apiKey');
  });

  it('is required before pushes to its member', async () => {
    const { id, token } = await aMember(server, 5);
    const socket = server.connect({ token, apiKey: null });
    await credits(socket);
    let pushes = 0;
    socket.on('member-changed', () => {
      pushes += 1;
    });
    server.deps.push.toMember(id, 'member-changed', {});
    await credits(socket, { 'api-key': 'vonk-web' });
    expect(pushes).toBe(0);
    const push = nextPush(socket, 'member-changed');
    server.deps.push.toMember(id, 'member-changed', {});
    await push;
  });
});

describe('language and non-nude of a socket', () => {
  it('P7.20 come from the connection unless a call overrides them', async () => {
    const socket = server.connect({ auth: { lang: 'en', noNude: true } });
    expect(await titles(socket)).toEqual(['Sea']);
    expect(await titles(socket, { lang: 'nl' })).toEqual(['Zee']);
    expect(await titles(socket, { noNude: false }, '?lang=nl')).toEqual(['Zee', 'Zee']);
  });

  it('may come with each call', async () => {
    const socket = server.connect();
    expect(await titles(socket)).toEqual(['Zee', 'Zee']);
    expect(await titles(socket, { lang: 'en', noNude: true })).toEqual(['Sea']);
  });
});
