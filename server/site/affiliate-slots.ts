import { randomBytes } from 'node:crypto';
import { type AffiliateKey, affiliateOf, affiliateRules } from '#contract/tracking/affiliate.ts';

/** Affiliate values of one request that passed their rules. */
export type SlotValues = Readonly<Partial<Record<AffiliateKey, string>>>;

/** A page as text with gaps for values. */
export interface PageTemplate {
  /** One more than there are gaps. Byte strings (`latin1`), which join several times faster than buffers. */
  readonly texts: readonly string[];
  readonly gaps: readonly Gap[];
}

type Form = 'query' | 'nested' | 'html';

export interface Gap {
  readonly key: AffiliateKey;
  /** Encoding of the value there: in a query, in a URL within a query, or as HTML text. */
  readonly form: Form;
}

export interface Slots {
  /** Replaces the values in the URL by slots and returns both. */
  take(url: string): { url: string; values: SlotValues };
  /** Whether a body has slots. */
  areIn(body: Buffer): boolean;
  /** Finds the slots in a body rendered from such a URL; null if one is in an unknown encoding. */
  template(body: Buffer): PageTemplate | null;
  /** Fills the slots in a header's value, which contains URLs only. */
  fillHeader(value: string, values: SlotValues): string;
}

/** This value changes the page, so it stays in the URL and gets no slot. */
const IN_URL = { splash6: 'true' } as const;

/**
 * One page with slots serves all affiliate values (docs/decisions/pages/page-cache.md). A slot satisfies its value's rule;
 * where any text is allowed, its quote shows how to encode the value.
 */
export function createSlots(
  /** Secret, so that visitors cannot forge a slot. */
  nonce: string,
): Slots {
  const letters: Readonly<Record<AffiliateKey, string>> = {
    p: 'p',
    pi: 'i',
    Click_id: '"c',
    offer_id: '"o',
    splash6: '"s',
  };
  const keys = Object.keys(affiliateRules) as AffiliateKey[];
  const slotPairs = Object.fromEntries(
    keys.map((key) => [key, `${key}=${encodeURIComponent(nonce + letters[key])}`]),
  ) as Readonly<Record<AffiliateKey, string>>;
  const keyOf = new Map(keys.map((key) => [letters[key].at(-1), key]));
  const slot = new RegExp(`${nonce}(?:(%22|%2522|&#34;|&quot;)([cos])|([pi]))`, 'g');

  const isPlain = (key: AffiliateKey, value: string): boolean => key in IN_URL && value === IN_URL.splash6;

  return {
    take(url) {
      const [path = '', query] = url.split(/\?(.*)/s);
      if (query === undefined || query === '') return { url, values: {} };
      // URLSearchParams would drop a leading question mark.
      const parsed = new URLSearchParams(`?${query}`);
      const affiliate = affiliateOf(parsed);
      const names = [...parsed.keys()];
      const values: Partial<Record<AffiliateKey, string>> = {};
      const written = query.split('&').filter((pair) => pair !== '');
      const pairs = written.map((pair, index) => {
        const key = keys.find((one) => one === names[index]);
        const value = key && affiliate[key];
        // Only the first of repeated keys is used.
        if (!key || value === undefined || key in values || isPlain(key, value)) return pair;
        values[key] = value;
        return slotPairs[key];
      });
      return { url: `${path}?${pairs.join('&')}`, values };
    },
    areIn: (body) => body.includes(nonce, 0, 'latin1'),
    template(body) {
      const text = body.toString('latin1');
      const texts: string[] = [];
      const gaps: Gap[] = [];
      let at = 0;
      for (const match of text.matchAll(slot)) {
        const key = keyOf.get(match[2] ?? match[3]);
        if (!key) return null;
        texts.push(text.slice(at, match.index));
        gaps.push({ key, form: forms[match[1] ?? ''] ?? 'query' });
        at = match.index + match[0].length;
      }
      texts.push(text.slice(at));
      return texts.some((part) => part.includes(nonce)) ? null : { texts, gaps };
    },
    fillHeader: (value, values) =>
      value.replace(slot, (_, quote, letter, plain) => {
        const key = keyOf.get(letter ?? plain);
        return key ? writers[forms[quote] ?? 'query'](values[key] ?? '') : '';
      }),
  };
}

export const affiliateSlots: Slots = createSlots(randomBytes(8).toString('hex'));

/** Encodes like URLSearchParams: only letters, digits and `*-._+%`, none of which is special in HTML. */
function inQuery(value: string): string {
  return new URLSearchParams({ v: value }).toString().slice(2);
}

const entities: Readonly<Record<string, string>> = {
  '&': '&#38;',
  '"': '&#34;',
  "'": '&#39;',
  '<': '&lt;',
  '>': '&gt;',
};
const inHtml = (value: string): string => value.replace(/[&"'<>]/g, (sign) => entities[sign] ?? sign);

/** The encoding at a place, by how the slot's quote is written. */
const forms: Readonly<Record<string, Form>> = {
  '%22': 'query',
  '%2522': 'nested',
  '&#34;': 'html',
  '&quot;': 'html',
};
const writers: Readonly<Record<Form, (value: string) => string>> = {
  query: inQuery,
  nested: (value) => inQuery(inQuery(value)),
  html: inHtml,
};

/** Returns a byte string (`latin1`), which a socket accepts faster than a new buffer. */
export function fillTemplate({ texts, gaps }: PageTemplate, values: SlotValues): string {
  // A page has hundreds of gaps but few distinct ones.
  const written: Record<Form, Partial<Record<AffiliateKey, string>>> = { query: {}, nested: {}, html: {} };
  let page = texts[0] ?? '';
  for (let index = 0; index < gaps.length; index += 1) {
    const { key, form } = gaps[index] as Gap;
    const filling = written[form][key] ?? bytesOf(writers[form](values[key] ?? ''));
    written[form][key] = filling;
    page += filling + (texts[index + 1] ?? '');
  }
  return page;
}

const bytesOf = (text: string): string => Buffer.from(text).toString('latin1');
