import { localePath } from '#contract/locales.ts';
import { imageAt } from '#contract/media/image.ts';
import type { Profile } from '#contract/performers/profile-calls.ts';
import { routes } from '#contract/routes.ts';
import { brand } from '../../../content/brand/index.ts';
import { getT } from '../../site/i18n.ts';
import { breadcrumbs, type Teller, type Thing } from '../../site/seo/json-ld.ts';
import { type SharePicture, shareOfPerformer } from '../share/share-picture.ts';
import { film, profilePage } from './json-ld.ts';
import { textsOf } from './profile-fields.ts';

export interface ProfileHead {
  title: string;
  description: string;
  profile: string;
  image: SharePicture;
  things: readonly Thing[];
}

export function profileHead(profile: Profile, teller: Teller): ProfileHead {
  const t = getT(teller.locale);
  const { username: name, age, city, snapshot } = profile;
  const about = textsOf(profile, teller.locale)['description'] ?? '';
  const who = city ? t('profile.who', { name, age, city }) : t('profile.whoPlain', { name, age });
  const image = new URL(imageAt(snapshot.url, 1024), teller.origin).href;
  return {
    title: city ? t('profile.title', { name, city }) : t('profile.titlePlain', { name }),
    description: `${who} ${about || t('profile.invite', { brand: brand.name })}`,
    profile: name,
    image: shareOfPerformer(teller.locale, profile),
    things: [
      breadcrumbs(teller, [
        { name: brand.name, path: routes.home },
        { name, path: routes.profile(name) },
      ]),
      profilePage(teller, { profile, about, image }),
      ...filmsOf(profile, teller),
    ],
  };
}

function filmsOf({ username: name, albums }: Profile, teller: Teller): Thing[] {
  const t = getT(teller.locale);
  const absolute = (path: string) => new URL(path, teller.origin).href;
  return albums.flatMap(({ items }) =>
    items.flatMap(({ video, caption, picture }) =>
      video
        ? [
            film(teller, {
              name: caption ? `${name}: ${caption}` : t('gallery.picture', { name }),
              page: absolute(localePath(teller.locale, routes.profile(name))),
              thumbnail: absolute(imageAt(picture.url, 640)),
              url: absolute(video.url),
              duration: video.duration,
              addedAt: video.addedAt,
            }),
          ]
        : [],
    ),
  );
}
