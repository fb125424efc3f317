import { imageAt, LIVE_IMAGES } from '#contract/image.ts';
import { type Locale, localePath } from '#contract/locales.ts';
import { languagesOfTexts, type Profile } from '#contract/performers/profile/profile-calls.ts';
import { routes } from '#contract/site/routes.ts';
import { opensStream } from '#contract/start/looks.ts';
import { brand } from '../../../content/brand/index.ts';
import { getT } from '../../site/i18n.ts';
import { breadcrumbs, type JsonLdSite, type Thing } from '../../site/seo/json-ld.ts';
import { type SharePicture, shareOfPerformer } from '../share/share-picture.ts';
import { film, plannedBroadcast, profilePage } from './json-ld.ts';
import { startsAfter } from './live-times.ts';
import { placeName } from './profile-fields.ts';

export interface ProfileHead {
  title: string;
  description: string;
  profile: string;
  image: SharePicture;
  /** Those in which she has written something. */
  languages: readonly Locale[];
  things: readonly Thing[];
}

export function profileHead(profile: Profile, jsonLdSite: JsonLdSite): ProfileHead {
  const t = getT(jsonLdSite.locale);
  const { username: name } = profile;
  const city = placeName(profile.city, jsonLdSite.locale);
  const about = aboutIn(profile, jsonLdSite.locale);
  const title = city ? t('profile.title', { name, city }) : t('profile.titlePlain', { name });
  return {
    title: opensStream(profile.onlineStatus) ? t('profile.titleLive', { title }) : title,
    description: descriptionOf(
      [introductionOf(profile, jsonLdSite.locale), ...newsOf(profile, jsonLdSite.locale)],
      invites(t),
    ),
    profile: name,
    image: shareOfPerformer(jsonLdSite.locale, profile),
    languages: languagesOfTexts(profile.texts),
    things: [
      breadcrumbs(jsonLdSite, [
        { name: brand.name, path: routes.home },
        { name, path: routes.profile(name) },
      ]),
      profilePage(jsonLdSite, { profile, about, image: lastingImage(profile, jsonLdSite.origin) }),
      ...startsAfter(profile, new Date()).map((start) =>
        plannedBroadcast(jsonLdSite, {
          profile,
          name: t('profile.streamTitle', { name }),
          at: start.toISOString(),
        }),
      ),
      ...filmsOf(profile, jsonLdSite),
    ],
  };
}

/** Never a picture of the stream: search engines would keep it after the next one has replaced it. */
function lastingImage({ cover, snapshot }: Profile, origin: string): string | null {
  const shown = cover ?? (snapshot.url.startsWith(LIVE_IMAGES) ? null : snapshot);
  return shown && new URL(imageAt(shown.url, 1024), origin).href;
}

/** Title and description of a stream page. Says "live" only if the performer is live. */
export function streamHead(profile: Profile, locale: Locale): { title: string; description: string } {
  const t = getT(locale);
  const values = { name: profile.username, brand: brand.name };
  const live = opensStream(profile.onlineStatus);
  return {
    title: live ? t('stream.title', values) : t('profile.streamTitle', values),
    description: descriptionOf(
      [
        t(live ? 'profile.streamLive' : 'profile.streamLater', values),
        introductionOf(profile, locale),
        ...newsOf(profile, locale),
      ],
      invites(t),
    ),
  };
}

function introductionOf(profile: Profile, locale: Locale): string {
  const t = getT(locale);
  const { username: name, age } = profile;
  const city = placeName(profile.city, locale);
  return city ? t('profile.who', { name, age, city }) : t('profile.whoPlain', { name, age });
}

/** Empty without a text in this language: a search result has a single language. */
const aboutIn = ({ texts }: Profile, locale: Locale): string => texts[locale]?.['description'] ?? '';

/** Sentences of the performer's text that do not repeat name, age or place. */
function newsOf(profile: Profile, locale: Locale): string[] {
  const { username, age, city } = profile;
  const facts = [username, String(age), city, placeName(city, locale)].filter((fact) => fact !== '');
  return sentencesOf(aboutIn(profile, locale)).filter(
    (sentence) => !facts.some((fact) => sentence.includes(fact)),
  );
}

const invites = (t: ReturnType<typeof getT>): string[] => [
  t('profile.invite', { brand: brand.name }),
  t('profile.inviteFree'),
];

function filmsOf({ username: name, albums, head }: Profile, jsonLdSite: JsonLdSite): Thing[] {
  const t = getT(jsonLdSite.locale);
  const absolute = (path: string) => new URL(path, jsonLdSite.origin).href;
  const own = head.film ? [{ items: [head.film] }] : [];
  return [...own, ...albums].flatMap(({ items }) =>
    items.flatMap(({ video, caption, lang, picture }) =>
      video
        ? [
            film(jsonLdSite, {
              name: caption ? `${name}: ${caption}` : t('gallery.picture', { name }),
              page: absolute(localePath(jsonLdSite.locale, routes.profile(name))),
              thumbnail: absolute(imageAt(picture.url, 640)),
              url: absolute(video.url),
              duration: video.duration,
              addedAt: video.addedAt,
              lang,
            }),
          ]
        : [],
    ),
  );
}

/** Length in characters that search engines show in full. */
export const DESCRIPTION = { min: 100, max: 160 } as const;

export const sentencesOf = (text: string): string[] =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .split(/(?<=[.!?…])\s/)
    .filter((sentence) => sentence !== '');

/** Joins as many whole sentences as fit, each once; uses `fillers` only while it is too short. */
export function descriptionOf(sentences: readonly string[], fillers: readonly string[]): string {
  let text = '';
  const added = new Set<string>();
  const add = (sentence: string): void => {
    const longer = text === '' ? sentence : `${text} ${sentence}`;
    if (longer.length > DESCRIPTION.max || added.has(sentence)) return;
    added.add(sentence);
    text = longer;
  };
  for (const sentence of sentences) add(sentence);
  for (const filler of fillers) if (text.length < DESCRIPTION.min) add(filler);
  return text;
}
