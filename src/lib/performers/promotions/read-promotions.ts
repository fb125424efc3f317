import {
  listPromotions,
  PROMO_GRID_LIMIT,
  type Promo,
  type Season,
} from '#contract/performers/profile/promotions-calls.ts';
import { routes } from '#contract/site/routes.ts';
import { call } from '../../api/call.ts';
import type { Link } from '../../site/links/link.ts';

export interface Promos {
  /** URL of the picture beside the logo. */
  readonly logo: string | null;
  readonly season: Season | null;
  readonly overlay: Promo | null;
  readonly grid: readonly NonNullable<Promo['card']>[];
  readonly sidebar: readonly Promo[];
}

const none: Promos = { logo: null, season: null, overlay: null, grid: [], sidebar: [] };

export function sortPromos(promos: readonly Promo[]): Promos {
  const at = (placement: Promo['placement']) => promos.filter((promo) => promo.placement === placement);
  return {
    logo: at('logo')[0]?.data.image ?? null,
    season: at('theme')[0]?.data.season ?? null,
    // An overlay without a picture has nothing to open (platform spec 2).
    overlay: at('overlay').find(({ data }) => data.image !== null) ?? null,
    grid: at('grid')
      .flatMap(({ card }) => card ?? [])
      .slice(0, PROMO_GRID_LIMIT),
    sidebar: at('sidebar'),
  };
}

type Visitor = Pick<App.Locals, 'locale' | 'transport' | 'nonNude' | 'member'>;

/** ms for which members share a response. */
const FRESH_MS = 1000;
const shared = new Map<string, { until: number; promos: Promise<Promos> }>();

/** Empty if the API does not respond. */
export function readPromos(visitor: Visitor): Promise<Promos> {
  // For guests the call itself is memoised, and cleared with every status change; a second cache would be stale.
  if (visitor.transport.isShared) return fetchPromos(visitor);
  const kind = `${visitor.locale} ${visitor.nonNude} ${visitor.member !== null}`;
  const known = shared.get(kind);
  const now = Date.now();
  if (known && now < known.until) return known.promos;
  const promos = fetchPromos(visitor);
  shared.set(kind, { until: now + FRESH_MS, promos });
  return promos;
}

const fetchPromos = ({ locale, transport, nonNude }: Visitor): Promise<Promos> =>
  call(listPromotions, { lang: locale }, { locale, transport, nonNude }).then(
    ({ result }) => sortPromos(result),
    () => none,
  );

export type PromoTarget =
  | { readonly drawer: 'wallet' }
  | { readonly modal: 'Register' | 'Login' }
  | { readonly href: string };

export function promoTarget(promo: Promo, visitor: { link: Link; loggedIn: boolean }): PromoTarget | null {
  const { component, wallet, data } = promo;
  if (wallet) return visitor.loggedIn ? { drawer: 'wallet' } : { modal: 'Login' };
  if (component === 'profile') return data.model ? { href: visitor.link(routes.profile(data.model)) } : null;
  if (data.modal) return visitor.loggedIn ? null : { modal: data.modal };
  return data.link ? { href: urlOf(data.link, visitor.link) } : null;
}

/** Adds locale and affiliate values to a path of this site; other URLs stay unchanged. */
function urlOf(written: string, link: Link): string {
  if (!written.startsWith('/')) return written;
  const { pathname, searchParams } = new URL(written, 'http://site.internal');
  return link(
    pathname,
    Object.fromEntries([...searchParams.keys()].map((key) => [key, searchParams.getAll(key)])),
  );
}
