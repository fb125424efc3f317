import { AppError } from '#contract/errors.ts';
import {
  autocompletePerformers,
  countByFilter,
  countPerformers,
  findPerformers,
  listCategories,
  listPerformers,
  listPromotions,
  readProfile,
  readProfileById,
} from '#contract/performers/calls.ts';
import type { RouteTools } from '#server/app.ts';
import { callerOfToken } from '#server/http/who.ts';
import { completeUsername } from './complete-username.ts';
import { countValues } from './count-values.ts';
import { countCards, listCards, readCategories } from './list.ts';
import { listPromotions as readPromotions } from './list-promotions.ts';
import { type PictureFormat, pictureWidths, renderPicture } from './pictures.ts';
import { readProfileOf } from './profile.ts';
import { findPerformer, performerById } from './reads.ts';

const YEAR = 31_536_000;

export function performerRoutes({ app, bind, deps }: RouteTools): void {
  bind(listPerformers, (_, _caller, input) => listCards(deps, input));
  bind(findPerformers, async (_, _caller, { filter, limit }) => {
    const { result } = await listCards(deps, { filter, ordering: [], pagination: { page: 1, limit } });
    return { result };
  });
  bind(countPerformers, async (_, _caller, { filter }) => ({ count: await countCards(deps, filter) }));
  bind(countByFilter, (_, _caller, { filter }) => countValues(deps, filter));
  bind(autocompletePerformers, async (_, _caller, { username }) => ({
    result: await completeUsername(deps, username),
  }));
  bind(listCategories, async () => ({ result: await readCategories(deps) }));
  bind(readProfile, async (_, _caller, { username }) => {
    const performer = await findPerformer(deps, username);
    if (!performer) throw new AppError('badRequest.performer.notExists');
    return readProfileOf(deps, performer);
  });
  bind(readProfileById, async (_, _caller, { id }) => {
    const performer = await performerById(deps, id);
    if (!performer) throw new AppError('badRequest.performer.notExists');
    return readProfileOf(deps, performer);
  });

  bind(listPromotions, async (_, caller, input) => {
    const named = input.memberToken ? await callerOfToken(deps, input.memberToken) : null;
    return readPromotions(deps, named ?? caller, input);
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
