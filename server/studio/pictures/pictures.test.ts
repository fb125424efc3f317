import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { imageAt } from '#contract/image.ts';
import { ALBUMS_MAX, PICTURE_MAX_BYTES } from '#contract/media/uploads.ts';
import { readProfile } from '#contract/performers/profile/profile-calls.ts';
import * as calls from '#contract/studio/picture-calls.ts';
import { refusePicture } from '#server/desk/pictures/pictures.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { sweepPictures } from '#server/media/uploads/sweep-pictures.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { storeAccount } from '#server/performers/account/store-account.ts';
import { showingOf } from '#server/performers/performers-for.ts';
import { removePerformer } from '#server/performers/profile/store-status.ts';
import { aMember, anOperator, aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, variantOf } from '#server/testing/test-app.ts';
import { acceptPicture } from './decide-picture.ts';
import { listWaiting } from './list-waiting.ts';
import { aPicture, type SentTo, send, upload } from './testing.ts';

const server = startTestApp({ withFolder: true });
let vera: TestPerformer;
beforeEach(async () => {
  vera = await aPerformer(server);
});

const own = () => callApp(server, calls.readPictures, {}, bearer(vera.token));
const seen = (headers = {}) => callApp(server, readProfile, { username: vera.username }, headers);
/** Without the signature: hers are served with her login only. */
const fileOf = (picture: { url: string } | null | undefined) => picture?.url.split('.')[0];
const newAlbum = async (title = 'Thuis') =>
  (await callApp(server, calls.addAlbum, { title: { nl: title } }, bearer(vera.token))).album;
const add = (to: SentTo, ...contents: Uint8Array[]) =>
  upload(server, vera.token, { ...to, files: contents.map((content) => ({ content })) });
const operator = operatorCaller('els', 'too dark');
const refuse = (picture = 0) => refusePicture(server.deps, operator, { picture, ground: 'rules-content' });

/** Size of a picture as it is served. */
async function servedSize(url: string, headers = {}) {
  const response = await server.app.request(imageAt(url, 1536), { headers });
  const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
  return { status: response.status, width, height };
}

describe('a picture', () => {
  it('becomes the portrait, cropped to 4:3, in lists and on the profile', async () => {
    expect(await add({ place: 'portrait' }, await aPicture('#336699', 1200, 600))).toHaveLength(1);
    const profile = await seen();
    expect(profile.cover?.url).toMatch(new RegExp(`^/images/p${vera.id}-`));
    expect(await servedSize(profile.cover?.url ?? '')).toEqual({ status: 200, width: 800, height: 600 });
    const [portrait] = (await own()).places.portrait;
    expect(portrait?.state).toBe('shown');
    expect(fileOf(portrait?.picture)).toEqual(fileOf(profile.cover));
  });

  it('becomes the cover, cropped to 3:1, for visitors who passed the age question', async () => {
    await add({ place: 'cover' }, await aPicture('#336699', 1200, 900));
    const { head, cover } = await seen();
    expect(head.cover).toMatchObject({ width: 1200, height: 400, picture: cover });
    expect((await seen({ 'x-non-nude': '1' })).head.cover).toBeNull();
    const [{ id } = { id: 0 }] = (await own()).places.cover;
    await callApp(server, calls.savePicture, { picture: id, caption: {}, nonude: true }, bearer(vera.token));
    expect((await seen({ 'x-non-nude': '1' })).head.cover).toMatchObject({ id });
  });

  it('joins an album, several at once, upright and without its metadata', async () => {
    const album = await newAlbum();
    const turned = await sharp(await aPicture('#112233', 800, 600))
      .withExif({ IFD0: { Copyright: 'secret' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect(await add({ place: 'album', album }, turned, await aPicture('#445566'))).toHaveLength(2);
    const [shown] = (await seen()).albums;
    expect(shown?.items.map(({ width, height }) => [width, height])).toEqual([
      [600, 800],
      [800, 600],
    ]);
    expect(await servedSize(shown?.items[0]?.picture.url ?? '')).toMatchObject({ width: 600, height: 800 });
  });

  it.each(['portrait', 'cover', 'album'] as const)(
    'at the place %s is stored without what is not picture',
    async (place) => {
      const secret = 'Keizersgracht 1';
      const clean = await sharp(await aPicture('#112233', 1200, 900))
        .withExif({ IFD0: { Copyright: secret }, IFD3: { GPSLatitude: '52/1 22/1 0/1' } })
        .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><!-- ${secret} --></x:xmpmeta>`)
        .toBuffer();
      const file = Buffer.concat([clean, Buffer.from(secret)]);
      expect(file.toString('latin1').split(secret).length).toBeGreaterThan(3);
      const to = place === 'album' ? { place, album: await newAlbum() } : { place };
      expect(await add(to, file)).toHaveLength(1);
      const folder = `${server.deps.config.dataDir}/files/images`;
      for (const name of readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) =>
        one.isFile(),
      )) {
        const stored = readFileSync(join(name.parentPath, name.name));
        expect(stored.includes(secret)).toBe(false);
        const { exif, xmp, iptc, icc } = await sharp(stored).metadata();
        expect(exif).toBeUndefined();
        expect(xmp).toBeUndefined();
        expect(iptc).toBeUndefined();
        expect(icc).toBeUndefined();
        // The size in the head of a WebP (RIFF) is that of the file.
        expect(stored.readUInt32LE(4) + 8).toBe(stored.length);
      }
    },
  );

  it('sent again is the same one', async () => {
    const album = await newAlbum();
    const file = await aPicture('#778899');
    const first = await add({ place: 'album', album }, file);
    expect(await add({ place: 'album', album }, file)).toEqual(first);
    expect(await Promise.all([1, 2].map(() => add({ place: 'portrait' }, file)))).toHaveLength(2);
    const { albums, places } = await own();
    expect(albums[0]?.items.length).toBe(1);
    expect(places.portrait.length).toBe(1);
  });

  it.each([
    ['text', async () => Buffer.from('hello'), 'badRequest.image.notAllowed'],
    [
      'a drawing',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'badRequest.image.notAllowed',
    ],
    ['a small picture', () => aPicture('#000000', 399, 300), 'badRequest.image.tooSmall'],
    ['half a picture', async () => (await aPicture()).subarray(0, 1500), 'badRequest.image.damaged'],
    ['too large a file', async () => Buffer.alloc(PICTURE_MAX_BYTES + 1), 'badRequest.image.tooBig'],
    [
      'a picture bomb',
      () =>
        sharp({
          create: { width: 16_000, height: 16_000, channels: 3, background: '#000000' },
          limitInputPixels: false,
        })
          .png()
          .toBuffer(),
      'badRequest.image.tooBig',
    ],
  ])('is not %s', async (_, file, label) => {
    const album = await newAlbum();
    expect(await add({ place: 'album', album }, await file())).toBe(label);
    expect((await own()).albums[0]?.items).toEqual([]);
  });

  it('is added although another one of the form is refused', async () => {
    const album = await newAlbum();
    const files = [Buffer.from('hello'), await aPicture()];
    expect(await add({ place: 'album', album }, ...files)).toBe('badRequest.image.notAllowed');
    expect((await own()).albums[0]?.items).toHaveLength(1);
  });

  it('is refused before it is read if the form is too long', async () => {
    const response = await server.app.request(`${calls.UPLOAD_PATH}?place=portrait`, {
      method: 'POST',
      headers: {
        'api-key': server.deps.config.apiKey,
        'content-length': '999999999',
        'content-type': 'multipart/form-data; boundary=x',
        ...bearer(vera.token),
      },
      body: 'never read',
    });
    expect(response.status).toBe(413);
    expect(await response.json()).toEqual({ label: 'badRequest.image.tooBig' });
  });

  it('leads a form without script back to its page', async () => {
    const headers = { accept: 'text/html' };
    const files = [{ content: await aPicture() }];
    const done = await send(server, vera.token, { place: 'portrait', files, headers });
    expect(done.status).toBe(303);
    expect(done.headers.get('location')).toBe('/studio/pictures?at=portrait&added=1');
    const wrong = [{ content: Buffer.from('hello') }];
    const refused = await send(server, vera.token, { place: 'cover', files: wrong, headers });
    expect(refused.headers.get('location')).toBe(
      '/studio/pictures?at=cover&added=0&error=badRequest.image.notAllowed',
    );
  });

  it('needs a login, and an album of her own', async () => {
    const album = await newAlbum();
    expect(await upload(server, 'nobody', { place: 'portrait', files: [] })).toBe('badRequest.unauthorized');
    const mila = await aPerformer(server);
    const files = [{ content: await aPicture() }];
    expect(await upload(server, mila.token, { place: 'album', album, files })).toBe('badRequest.notFound');
    for (const [call, input] of [
      [calls.saveAlbum, { album, title: { nl: 'Van mij' } }],
      [calls.orderPictures, { album, pictures: [] }],
    ] as const)
      await expect(callApp(server, call, input as never, bearer(mila.token))).rejects.toThrow(
        'badRequest.notFound',
      );
    await callApp(server, calls.removeAlbum, { album }, bearer(mila.token));
    expect((await own()).albums).toMatchObject([{ title: { nl: 'Thuis' } }]);
  });
});

it('is looked up with all that are not shown, in one read', async () => {
  await add({ place: 'portrait' }, await aPicture('#315f2a'));
  const portraits = [await seen()];
  for (const fill of ['#2a315f', '#5f312a', '#2a5f31']) {
    const { token, username } = await aPerformer(server);
    await upload(server, token, { place: 'portrait', files: [{ content: await aPicture(fill) }] });
    portraits.push(await callApp(server, readProfile, { username }));
  }
  let reads = 0;
  const db = new Proxy(server.deps.db, {
    get(target, key) {
      if (key === 'select') reads += 1;
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const { app } = variantOf(server, { db, showingOf: (_, id) => showingOf(server.deps, id) });
  for (const { cover } of portraits)
    expect((await app.request(imageAt(cover?.url ?? '', 400))).status).toBe(200);
  // The read and the query inside it.
  expect(reads).toBe(2);
});

it('is served again if a removed portrait is added again', async () => {
  const file = await aPicture('#5f2a31');
  const [id] = (await add({ place: 'portrait' }, file)) as number[];
  const url = (await seen()).cover?.url ?? '';
  const statusNow = async () => (await variantOf(server, {}).app.request(imageAt(url, 400))).status;
  await callApp(server, calls.removePicture, { picture: id ?? 0 }, bearer(vera.token));
  expect(await statusNow()).toBe(404);
  await add({ place: 'portrait' }, file);
  expect(await statusNow()).toBe(200);
});

describe('albums', () => {
  it('are added once by title, renamed, ordered and removed', async () => {
    const [home, work] = [await newAlbum('Thuis'), await newAlbum('Werk')];
    expect(await newAlbum('Thuis')).toBe(home);
    const title = { nl: 'Op het werk', en: 'At work', de: '' };
    await callApp(server, calls.saveAlbum, { album: work, title }, bearer(vera.token));
    await callApp(server, calls.orderAlbums, { albums: [work] }, bearer(vera.token));
    expect((await own()).albums.map(({ title }) => title)).toEqual([
      { en: 'At work', nl: 'Op het werk' },
      { nl: 'Thuis' },
    ]);
    await callApp(server, calls.removeAlbum, { album: work }, bearer(vera.token));
    expect((await own()).albums.map(({ id }) => id)).toEqual([home]);
  });

  it('have a limit, and no contact details in their titles', async () => {
    for (let at = 0; at < ALBUMS_MAX; at += 1) await newAlbum(`Album ${at}`);
    await expect(newAlbum('Te veel')).rejects.toThrow('badRequest.album.full');
    const bad = callApp(
      server,
      calls.addAlbum,
      { title: { nl: 'mail me@example.com', en: 'Fine' } },
      bearer(vera.token),
    );
    await expect(bad).rejects.toMatchObject({ label: 'badRequest.profile.words', fields: ['nl'] });
  });

  it('put their pictures in order, with captions, until each is removed', async () => {
    const album = await newAlbum();
    const added = await add({ place: 'album', album }, await aPicture('#010101'), await aPicture('#020202'));
    const [first, second] = added as number[];
    const headers = bearer(vera.token);
    await callApp(server, calls.orderPictures, { album, pictures: [second ?? 0] }, headers);
    const caption = { nl: 'Aan zee' };
    await callApp(server, calls.savePicture, { picture: second ?? 0, caption, nonude: true }, headers);
    const [shown] = (await seen()).albums;
    expect(shown?.items.map(({ id, caption: text }) => [id, text])).toEqual([
      [second, 'Aan zee'],
      [first, ''],
    ]);
    await callApp(server, calls.removePicture, { picture: first ?? 0 }, headers);
    await callApp(server, calls.removePicture, { picture: first ?? 0 }, headers);
    expect((await seen()).albums[0]?.items.map(({ id }) => id)).toEqual([second]);
    const mila = await aPerformer(server);
    await callApp(server, calls.removePicture, { picture: second ?? 0 }, bearer(mila.token));
    expect((await seen()).albums[0]?.items).toHaveLength(1);
  });
});

describe('with review', () => {
  const reviewed = () => variantOf(server, { config: { ...server.deps.config, mediaReview: true } });

  it('a new picture waits, visitors see the former one, and she sees both', async () => {
    await add({ place: 'portrait' }, await aPicture('#aa0000'));
    const before = (await seen()).cover;
    const file = { content: await aPicture('#00aa00') };
    const [id] = (await upload(reviewed(), vera.token, { place: 'portrait', files: [file] })) as number[];
    expect((await seen()).cover).toEqual(before);
    expect((await own()).places.portrait.map(({ state }) => state)).toEqual(['waiting', 'shown']);
    const preview = await callApp(server, calls.readPreview, {}, bearer(vera.token));
    expect(fileOf(preview.cover)).not.toBe(fileOf(before));
    expect(await listWaiting(server.deps)).toContainEqual(
      expect.objectContaining({ id, performer: vera.username, place: 'portrait' }),
    );
    await acceptPicture(server.deps, operator, id ?? 0);
    expect(fileOf((await seen()).cover)).toBe(fileOf(preview.cover));
    expect((await own()).places.portrait.map(({ state }) => state)).toEqual(['shown']);
  });

  it('a refused one is never shown; she reads the reason, and gets one mail with it', async () => {
    const account = {
      performerId: vera.id,
      email: 'vera@example.com',
      language: 'de',
      at: new Date(),
    } as const;
    await server.deps.db.transaction((tx) => storeAccount(tx, account));
    server.mail.sent.length = 0;
    const mails = async () => {
      await runDueWork(server.outbox);
      return server.mail.sent;
    };
    const album = await newAlbum();
    const files = [{ content: await aPicture() }];
    const [id] = (await upload(reviewed(), vera.token, { place: 'album', album, files })) as number[];
    expect((await seen()).albums).toEqual([]);
    await refuse(id);
    expect((await seen()).albums).toEqual([]);
    expect((await own()).albums[0]?.items).toMatchObject([{ state: 'refused', reason: 'too dark' }]);
    await refuse(id);
    expect(await mails()).toMatchObject([
      { to: 'vera@example.com', text: expect.stringContaining('Die Tatsachen: too dark') },
    ]);
    expect((await mails())[0]?.text).toContain('/de/appeal?key=');
    expect((await mails())[0]?.text).not.toContain(vera.username);
    await acceptPicture(server.deps, operator, id ?? 0);
    expect((await seen()).albums[0]?.items).toHaveLength(1);
    await expect(acceptPicture(server.deps, operator, 999_999)).rejects.toThrow('badRequest.notFound');
  });

  it.each(['portrait', 'cover', 'album'] as const)(
    'one that waits or is refused at the place %s is served to her and to moderators, by their login',
    async (place) => {
      const to = place === 'album' ? { place, album: await newAlbum() } : { place };
      const files = [{ content: await aPicture('#654321', 1200, 900) }];
      const [id] = (await upload(reviewed(), vera.token, { ...to, files })) as number[];
      const { albums, places } = await own();
      const url = (place === 'album' ? albums[0]?.items[0] : places[place][0])?.picture.url ?? '';
      const shown = async (headers = {}) => {
        const response = await server.app.request(imageAt(url, 1536), { headers });
        return { status: response.status, keeping: response.headers.get('cache-control') };
      };
      const { headers: moderator } = await anOperator(server, 'moderator');
      const refused = { status: 404, keeping: 'no-store' };
      for (const decide of [async () => {}, () => refuse(id)]) {
        await decide();
        expect(await shown()).toEqual(refused);
        expect(await shown(bearer((await aPerformer(server)).token))).toEqual(refused);
        expect(await shown(bearer((await aMember(server, 0)).token))).toEqual(refused);
        expect(await shown((await anOperator(server, 'finance')).headers)).toEqual(refused);
        for (const headers of [bearer(vera.token), moderator])
          expect(await shown(headers)).toEqual({ status: 200, keeping: 'private, no-cache' });
      }
    },
  );

  it.each(['portrait', 'album'] as const)(
    'a refused one that visitors saw at the place %s is not served to them any more',
    async (place) => {
      const to = place === 'album' ? { place, album: await newAlbum() } : { place };
      const [id] = (await add(to, await aPicture('#123456'))) as number[];
      const profile = await seen();
      const url = (place === 'album' ? profile.images[0] : profile.cover)?.url ?? '';
      expect((await servedSize(url)).status).toBe(200);
      await refuse(id);
      const later = variantOf(server, {});
      const statusAt = async (path: string, headers = {}) =>
        (await later.app.request(imageAt(path, 1536), { headers })).status;
      expect(await statusAt(url)).toBe(404);
      const { albums, places } = await own();
      const hers = place === 'album' ? albums[0]?.items[0] : places.portrait[0];
      expect(await statusAt(hers?.picture.url ?? '', bearer(vera.token))).toBe(200);
      await acceptPicture(server.deps, operator, id ?? 0);
      expect((await variantOf(server, {}).app.request(imageAt(url, 1536))).status).toBe(200);
    },
  );
});

it('deletes the files of what was removed, and of a removed performer', async () => {
  const file = await aPicture('#abcdef');
  await add({ place: 'portrait' }, file);
  await add({ place: 'cover' }, await aPicture('#abcdef', 1200, 600));
  const [{ id } = { id: 0 }] = (await own()).places.portrait;
  const portrait = (await own()).portrait?.url ?? '';
  const { head } = await seen();
  await callApp(server, calls.removePicture, { picture: id }, bearer(vera.token));
  expect((await seen()).cover).toEqual(head.cover?.picture);
  await add({ place: 'portrait' }, file);
  await sweepPictures(server.deps);
  // The same file was added again.
  expect((await servedSize(portrait, bearer(vera.token))).width).toBe(800);
  await removePerformer(server.deps, operator, vera.username);
  await sweepPictures(server.deps);
  const folder = `${server.deps.config.dataDir}/files/images/p/${vera.id}`;
  expect(existsSync(folder) && (await import('node:fs')).readdirSync(folder).length > 0).toBe(false);
  expect(await server.deps.storage.has(`images/a/${head.cover?.id}/whatever`)).toBe(false);
});
