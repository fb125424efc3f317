import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIRoute } from 'astro';
import { localePath } from '#contract/locales.ts';
import { imageAt } from '#contract/media/image.ts';
import { findCategory } from '../../lib/performers/categories/find-category.ts';
import { findProfile } from '../../lib/performers/profile/find-profile.ts';
import { drawShare } from '../../lib/performers/share/draw.ts';
import {
  categoryWords,
  type SharePicture,
  type ShareWords,
  shareOfCategory,
  shareOfPerformer,
  shareOfSite,
  siteWords,
} from '../../lib/performers/share/share-picture.ts';
import { keptShare } from '../../lib/performers/share/store.ts';
import { getT } from '../../lib/site/i18n.ts';

interface Wanted {
  picture: SharePicture;
  words: ShareWords;
  /** The portrait's URL. */
  portrait?: string;
}

/** Draws only pictures that a page names; a URL with an old digest redirects to the current one. */
export const GET: APIRoute = async ({ locals, redirect }) => {
  const wanted = await find(locals.path.replace('/og/', ''), locals);
  if (!wanted) return new Response(null, { status: 404 });
  if (wanted.picture.url !== localePath(locals.locale, locals.path)) return redirect(wanted.picture.url, 302);
  const folder = join(locals.cacheFolder ?? tmpdir(), 'share');
  const name = wanted.picture.url.replaceAll('/', '_');
  const body = await keptShare(folder, name, async () =>
    drawShare(wanted.words, await portraitOf(wanted, locals)),
  );
  return new Response(new Uint8Array(body), {
    headers: { 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=31536000, immutable' },
  });
};

async function find(file: string, { locale, transport }: App.Locals): Promise<Wanted | null> {
  const [, kind = '', key = ''] =
    /^(site|category|profile)(?:\/([\w-]{1,64}))?-[0-9a-f]{10}\.jpg$/.exec(file) ?? [];
  const options = { locale, transport, nonNude: true };
  if (kind === 'site' && !key) return { picture: shareOfSite(locale), words: siteWords(locale) };
  if (kind === 'category') {
    const category = await findCategory(key, options);
    return category && { picture: shareOfCategory(locale, category), words: categoryWords(locale, category) };
  }
  const profile = kind === 'profile' ? await findProfile(key, options) : null;
  if (!profile) return null;
  const { username, age, city } = profile;
  const about = [getT(locale)('profile.age', { age }), city].filter(Boolean).join(' · ');
  return {
    picture: shareOfPerformer(locale, profile),
    words: { title: username, text: about },
    portrait: imageAt(profile.snapshot.url, 768),
  };
}

/** Null if there is no portrait: only the texts are drawn. */
async function portraitOf({ portrait }: Wanted, { readImage }: App.Locals): Promise<Buffer | null> {
  return portrait ? readImage(portrait) : null;
}
