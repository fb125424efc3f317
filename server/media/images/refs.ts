import type { albumItems } from '../tables.ts';
import { type ImageRef, imageKinds } from './image-url.ts';

export type ItemRow = typeof albumItems.$inferSelect;
type Named = Pick<ItemRow, 'id' | 'performerId' | 'place' | 'version'>;

/** The picture, or the poster of the film. A portrait has the URL of its performer, because cards show it too. */
export const pictureRef = ({ id, performerId, place, version }: Named): ImageRef =>
  place === 'portrait'
    ? { kind: imageKinds.portrait, id: performerId, version }
    : { kind: imageKinds.album, id, version };

export const filmRef = ({ id, version }: Named): ImageRef => ({ kind: imageKinds.video, id, version });

export const refsOf = (item: Named & Pick<ItemRow, 'kind'>): ImageRef[] =>
  item.kind === 'video' ? [pictureRef(item), filmRef(item)] : [pictureRef(item)];
