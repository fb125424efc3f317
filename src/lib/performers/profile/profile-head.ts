import { type Locale, localePath } from '#contract/locales.ts';
import { imageAt } from '#contract/media/image.ts';
import { opensStream } from '#contract/performers/looks.ts';
import type { Profile } from '#contract/performers/profile-calls.ts';
import { routes } from '#contract/routes.ts';
import { brand } from '../../../content/brand/index.ts';
import { getT } from '../../site/i18n.ts';
import { descriptionOf, sentencesOf } from '../../site/seo/description.ts';
import { breadcrumbs, type JsonLdSite, type Thing } from '../../site/seo/json-ld.ts';
import { type SharePicture, shareOfPerformer } from '../share/share-picture.ts';
import { film, profilePage } from './json-ld.ts';
import { placeName } from './place-name.ts';

export interface ProfileHead {
  title: string;
  description: string;
  profile: string;
  image: SharePicture;
  things: readonly Thing[];
}

export function profileHead(profile: Profile, jsonLdSite: JsonLdSite): ProfileHead {
  const t = getT(jsonLdSite.locale);
  const { username: name, snapshot } = profile;
  const city = placeName(profile.city, jsonLdSite.locale);
  const about = aboutIn(profile, jsonLdSite.locale);
  const title = city ? t('profile.title', { name, city }) : t('profile.titlePlain', { name });
  const image = new URL(imageAt(snapshot.url, 1024), jsonLdSite.origin).href;
  return {
    title: opensStream(profile.onlineStatus) ? t('profile.titleLive', { title }) : title,
    description: descriptionOf(
      [whoIs(profile, jsonLdSite.locale), ...newsOf(profile, jsonLdSite.locale)],
      invites(t),
    ),
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

/** Title and description of the page on which a performer is watched. Only who is live is called so. */
export function streamHead(profile: Profile, locale: Locale): { title: string; description: string } {
  const t = getT(locale);
  const values = { name: profile.username, brand: brand.name };
  const live = opensStream(profile.onlineStatus);
  return {
    title: live ? t('stream.title', values) : t('profile.streamTitle', values),
    description: descriptionOf(
      [
        t(live ? 'profile.streamLive' : 'profile.streamLater', values),
        whoIs(profile, locale),
        ...newsOf(profile, locale),
      ],
      invites(t),
    ),
  };
}

function whoIs(profile: Profile, locale: Locale): string {
  const t = getT(locale);
  const { username: name, age } = profile;
  const city = placeName(profile.city, locale);
  return city ? t('profile.who', { name, age, city }) : t('profile.whoPlain', { name, age });
}

/** Empty where the performer has written none in this language: a result in a search engine has one language. */
const aboutIn = ({ texts }: Profile, locale: Locale): string => texts[locale]?.['description'] ?? '';

/** What performers say of themselves, without what has been said of them: name, age, place. */
function newsOf(profile: Profile, locale: Locale): string[] {
  const { username, age, city } = profile;
  const said = [username, String(age), city, placeName(city, locale)].filter((fact) => fact !== '');
  return sentencesOf(aboutIn(profile, locale)).filter(
    (sentence) => !said.some((fact) => sentence.includes(fact)),
  );
}

const invites = (t: ReturnType<typeof getT>): string[] => [
  t('profile.invite', { brand: brand.name }),
  t('profile.inviteFree'),
];

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
