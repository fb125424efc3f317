import { randomBytes } from 'node:crypto';
import { type AffiliateKey, affiliateOf, affiliateRules } from '#contract/tracking/affiliate.ts';

/** An affiliate's values of one request, each as it has passed its rule. */
export type SlotValues = Readonly<Partial<Record<AffiliateKey, string>>>;

/** A page with gaps: text, and between two texts what goes there. */
export interface PageTemplate {
  /** One more than there are gaps. Strings of bytes (`latin1`): those are joined several times faster than buffers. */
  readonly texts: readonly string[];
  readonly gaps: readonly Gap[];
}

type Form = 'query' | 'nested' | 'html';

export interface Gap {
  readonly key: AffiliateKey;
  /** How a value is written there: in a query, in an address that stands in a query itself, or as text of HTML. */
  readonly form: Form;
}

export interface Slots {
  /** The address with slots in the place of values, and the values. */
  take(url: string): { url: string; values: SlotValues };
  /** Finds the slots in what was made from such an address; null where one stands in a form nobody knows. */
  template(body: Buffer): PageTemplate | null;
  /** The same of a header's value, which holds addresses only. */
  fillHeader(value: string, values: SlotValues): string;
}

/** What a page shows turns on this value: there is a page for it, and one for all others. */
const MEANT = { splash6: 'true' } as const;

/**
 * Affiliate traffic gets one page for all values: it is made from an address with slots instead, and the values are put
 * in when it is sent. A slot passes the rule of its value. What rules let through as it is given gets a quote into its
 * slot, so that the form in which a page writes it tells how it is to be written there.
 * @param nonce hexadecimal, known to nobody outside, so that no visitor can write a slot
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
  const slotPairs = Object.fromEntries(
    keys.map((key) => [key, `${key}=${encodeURIComponent(nonce + letters[key])}`]),
  ) as Readonly<Record<AffiliateKey, string>>;
  const keyOf = new Map(keys.map((key) => [letters[key].at(-1), key]));
  const slot = new RegExp(`${nonce}(?:(%22|%2522|&#34;|&quot;)([cos])|([pi]))`, 'g');

  const isPlain = (key: AffiliateKey, value: string): boolean => key in MEANT && value === MEANT.splash6;

  return {
    take(url) {
      const [path = '', query] = url.split(/\?(.*)/s);
      if (query === undefined || query === '') return { url, values: {} };
      // A question mark at its start would be taken for the query's own.
      const parsed = new URLSearchParams(`?${query}`);
      const given = affiliateOf(parsed);
      const names = [...parsed.keys()];
      const values: Partial<Record<AffiliateKey, string>> = {};
      const written = query.split('&').filter((pair) => pair !== '');
      const pairs = written.map((pair, index) => {
        const key = keys.find((one) => one === names[index]);
        const value = key && given[key];
        // Of a key that is given twice the first counts.
        if (!key || value === undefined || key in values || isPlain(key, value)) return pair;
        values[key] = value;
        return slotPairs[key];
      });
      return { url: `${path}?${pairs.join('&')}`, values };
    },
    template(body) {
      const text = body.toString('latin1');
      if (!text.includes(nonce)) return { texts: [text], gaps: [] };
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

/** The slots of this process. */
export const affiliateSlots: Slots = createSlots(randomBytes(8).toString('hex'));

/** As URLSearchParams writes it: letters, digits and `*-._+%` only, which means nothing anywhere in HTML. */
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

/** The form a place asks for, by how the quote of a slot is written there. */
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

/** The page with these values in its gaps, as a string of bytes (`latin1`), which a socket takes quicker than a new buffer. */
export function fillTemplate({ texts, gaps }: PageTemplate, values: SlotValues): string {
  // A page has hundreds of gaps of a handful of kinds.
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
