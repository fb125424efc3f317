import { localePath } from '#contract/locales.ts';
import { imageAt } from '#contract/media/image.ts';
import type { Profile } from '#contract/performers/profile-calls.ts';
import { routes } from '#contract/routes.ts';
import { brand } from '../../../content/brand/index.ts';
import { getT } from '../../site/i18n.ts';
import { breadcrumbs, type JsonLdSite, type Thing } from '../../site/seo/json-ld.ts';
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

export function profileHead(profile: Profile, jsonLdSite: JsonLdSite): ProfileHead {
  const t = getT(jsonLdSite.locale);
  const { username: name, age, city, snapshot } = profile;
  const about = textsOf(profile, jsonLdSite.locale)['description'] ?? '';
  const who = city ? t('profile.who', { name, age, city }) : t('profile.whoPlain', { name, age });
  const image = new URL(imageAt(snapshot.url, 1024), jsonLdSite.origin).href;
  return {
    title: city ? t('profile.title', { name, city }) : t('profile.titlePlain', { name }),
    description: `${who} ${about || t('profile.invite', { brand: brand.name })}`,
    profile: name,
    image: shareOfPerformer(jsonLdSite.locale, profile),
    things: [
      breadcrumbs(jsonLdSite, [
        { name: brand.name, path: routes.home },
        { name, path: routes.profile(name) },
      ]),
      profilePage(jsonLdSite, { profile, about, image }),
      ...filmsOf(profile, jsonLdSite),
    ],
  };
}

function filmsOf({ username: name, albums }: Profile, jsonLdSite: JsonLdSite): Thing[] {
  const t = getT(jsonLdSite.locale);
  const absolute = (path: string) => new URL(path, jsonLdSite.origin).href;
  return albums.flatMap(({ items }) =>
    items.flatMap(({ video, caption, picture }) =>
      video
        ? [
            film(jsonLdSite, {
              name: caption ? `${name}: ${caption}` : t('gallery.picture', { name }),
              page: absolute(localePath(jsonLdSite.locale, routes.profile(name))),
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
