import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIRoute } from 'astro';
import { imageAt } from '#contract/image.ts';
import { localePath } from '#contract/locales.ts';
import { findCategory } from '../../lib/performers/list/find.ts';
import { findProfile } from '../../lib/performers/profile/open-profile.ts';
import { drawShare } from '../../lib/performers/share/draw.ts';
import {
  categoryWords,
  keptShare,
  performerWords,
  type SharePicture,
  type ShareWords,
  shareOfCategory,
  shareOfPerformer,
  shareOfSite,
  siteWords,
} from '../../lib/performers/share/share-picture.ts';

interface Wanted {
  picture: SharePicture;
  words: ShareWords;
  keeping: string;
  /** URL of the portrait, or of the stream's frame. */
  portrait?: string;
}

/** A URL has a digest of what its picture shows. */
const KEPT = 'public, max-age=31536000, immutable';
/** She may begin to hide from a place, or be suspended: no proxy keeps her picture, and a browser not for long. */
const KEPT_OF_PERFORMER = 'private, max-age=3600';

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
    headers: { 'content-type': 'image/jpeg', 'cache-control': wanted.keeping },
  });
};

async function find(file: string, { locale, transport }: App.Locals): Promise<Wanted | null> {
  const [, kind = '', key = ''] =
    /^(site|category|profile)(?:\/([\w-]{1,64}))?-[0-9a-f]{10}\.jpg$/.exec(file) ?? [];
  const options = { locale, transport, nonNude: true };
  if (kind === 'site' && !key)
    return { picture: shareOfSite(locale), words: siteWords(locale), keeping: KEPT };
  if (kind === 'category') {
    const category = await findCategory(key, options);
    if (!category) return null;
    return {
      picture: shareOfCategory(locale, category),
      words: categoryWords(locale, category),
      keeping: KEPT,
    };
  }
  const profile = kind === 'profile' ? await findProfile(key, options) : null;
  if (!profile) return null;
  return {
    picture: shareOfPerformer(locale, profile),
    words: performerWords(locale, profile),
    keeping: KEPT_OF_PERFORMER,
    portrait: imageAt(profile.snapshot.url, 768),
  };
}

/** Null if there is no portrait: only the texts are drawn. */
async function portraitOf({ portrait }: Wanted, { readImage }: App.Locals): Promise<Buffer | null> {
  return portrait ? readImage(portrait) : null;
}
