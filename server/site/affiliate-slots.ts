import { randomBytes } from 'node:crypto';
import { type AffiliateKey, affiliateOf, affiliateRules } from '#contract/tracking/affiliate.ts';

/** Affiliate values of one request that passed their rules. */
export type SlotValues = Readonly<Partial<Record<AffiliateKey, string>>>;

/** A page as text with gaps between. */
export interface PageTemplate {
  /** One more than there are gaps. */
  readonly texts: readonly Buffer[];
  readonly gaps: readonly Gap[];
}

type Form = 'query' | 'nested' | 'html';

export interface Gap {
  readonly key: AffiliateKey;
  /** How a value is encoded there: in a query, in a URL within a query, or as HTML text. */
  readonly form: Form;
}

export interface Slots {
  /** The URL with slots in place of the values, and the values. */
  take(url: string): { url: string; values: SlotValues };
  /** Finds the slots in a body made from such a URL; null when one stands there in an unknown encoding. */
  template(body: Buffer): PageTemplate | null;
  /** Fills the slots in a header's value, which contains URLs only. */
  fillHeader(value: string, values: SlotValues): string;
}

/** This value changes what a page shows, so it stays in the URL and gets no slot. */
const IN_URL = { splash6: 'true' } as const;

/**
 * One page serves all affiliate values: it is made with slots, which are filled when it is sent
 * (docs/decisions/0035). A slot passes the rule of its value. Where the rule allows any text the slot contains a
 * quote: how the page encodes the quote tells how the value must be encoded. `nonce`: hexadecimal and secret, so
 * that no visitor can write a slot.
 */
export function createSlots(nonce: string): Slots {
  const letters: Readonly<Record<AffiliateKey, string>> = {
    p: 'p',
    pi: 'i',
    Click_id: '"c',
    offer_id: '"o',
    splash6: '"s',
  };
  const keys = Object.keys(affiliateRules) as AffiliateKey[];
  const keyOf = new Map(keys.map((key) => [letters[key].at(-1), key]));
  const slot = new RegExp(`${nonce}(?:(%22|%2522|&#34;|&quot;)([cos])|([pi]))`, 'g');

  const isPlain = (key: AffiliateKey, value: string): boolean => key in IN_URL && value === IN_URL.splash6;

  return {
    take(url) {
      const [path = '', query] = url.split(/\?(.*)/s);
      if (query === undefined || query === '') return { url, values: {} };
      const values: Partial<Record<AffiliateKey, string>> = {};
      const given = affiliateOf(new URLSearchParams(query));
      const pairs = query.split('&').map((pair) => {
        const [[name = ''] = []] = [...new URLSearchParams(pair)];
        const key = keys.find((one) => one === name);
        const value = key && given[key];
        // The first of repeated keys counts.
        if (!key || value === undefined || key in values || isPlain(key, value)) return pair;
        values[key] = value;
        return `${key}=${encodeURIComponent(nonce + letters[key])}`;
      });
      return { url: `${path}?${pairs.join('&')}`, values };
    },
    template(body) {
      const text = body.toString('utf8');
      const texts: Buffer[] = [];
      const gaps: Gap[] = [];
      let at = 0;
      for (const match of text.matchAll(slot)) {
        const key = keyOf.get(match[2] ?? match[3]);
        if (!key) return null;
        texts.push(Buffer.from(text.slice(at, match.index)));
        gaps.push({ key, form: forms[match[1] ?? ''] ?? 'query' });
        at = match.index + match[0].length;
      }
      const rest = text.slice(at);
      texts.push(gaps.length === 0 ? body : Buffer.from(rest));
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

/** As URLSearchParams does: only letters, digits and `*-._+%`, none of which is special in HTML. */
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

/** The encoding at a place, by how the slot's quote is written there. */
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

export function fillTemplate({ texts, gaps }: PageTemplate, values: SlotValues): Buffer {
  const [first = Buffer.alloc(0)] = texts;
  if (gaps.length === 0) return first;
  // A page has about a hundred gaps of a few kinds.
  const written = new Map<string, Buffer>();
  const parts: Buffer[] = [first];
  for (const [index, { key, form }] of gaps.entries()) {
    const kind = `${key} ${form}`;
    const filling = written.get(kind) ?? Buffer.from(writers[form](values[key] ?? ''));
    written.set(kind, filling);
    parts.push(filling, texts[index + 1] ?? Buffer.alloc(0));
  }
  return Buffer.concat(parts);
}
