import { AppError } from '#contract/errors.ts';
import { listCategories, listPerformers, readProfile } from '#contract/performers/calls.ts';
import type { RouteTools } from '#server/app.ts';
import { listCards, readCategories } from './list.ts';
import { type PictureFormat, pictureWidths, renderPicture } from './pictures.ts';
import { readProfileOf } from './profile.ts';
import { findPerformer } from './reads.ts';

const YEAR = 31_536_000;

export function performerRoutes({ app, bind, deps }: RouteTools): void {
  bind(listPerformers, (_, _caller, input) => listCards(deps, input));
  bind(listCategories, async () => ({ result: await readCategories(deps) }));
  bind(readProfile, async (_, _caller, { username }) => {
    const performer = await findPerformer(deps, username);
    if (!performer) throw new AppError('badRequest.performer.notExists');
    return readProfileOf(deps, performer);
  });

  app.get('/images/performers/:file{[0-9]+-[0-9a-f]+-[0-9]+\\.(webp|avif)}', async (c) => {
    const [name = '', format = ''] = c.req.param('file').split('.');
    const [id, version = '', width] = name.split('-');
    if (!pictureWidths.some((allowed) => allowed === Number(width)))
      throw new AppError('badRequest.notFound');
    const wanted = { id: Number(id), version, width: Number(width), format: format as PictureFormat };
    const picture = await renderPicture(deps.config.dataDir, wanted);
    if (!picture) throw new AppError('badRequest.notFound');
    return c.body(new Uint8Array(picture), 200, {
      'Content-Type': `image/${format}`,
      'Cache-Control': `public, max-age=${YEAR}, immutable`,
      ETag: `"${name}"`,
    });
  });
}
