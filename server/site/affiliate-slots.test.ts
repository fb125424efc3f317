import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { affiliateOf } from '#contract/tracking/affiliate.ts';
import { createSlots, fillTemplate } from './affiliate-slots.ts';

const NONCE = '0123456789abcdef';
const slots = createSlots(NONCE);

const inHtml = (text: string) =>
  text
    .replace(/[&"'<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .replaceAll('&#60;', '&lt;')
    .replaceAll('&#62;', '&gt;');

/** A page with values in links, in URLs nested in links, and in form fields. */
function pageFor(url: string): string {
  const affiliate = affiliateOf(new URL(url, 'http://site').searchParams);
  const query = new URLSearchParams(affiliate).toString();
  const nested = new URLSearchParams({ to: `/privacy?${query}`, ...affiliate }).toString();
  const fields = Object.entries(affiliate).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${inHtml(value)}">`,
  );
  return `<a href="/free?${inHtml(query)}">Gratis</a><a href="/age?${inHtml(nested)}">€</a><p>${fields.join('')}</p>`;
}

const textOf = (bytes: string): string => Buffer.from(bytes, 'latin1').toString();

/** The page as sent: rendered once from the URL with slots, then filled. */
function sentFor(url: string): string | null {
  const { url: slotted, values } = slots.take(url);
  const template = slots.template(Buffer.from(pageFor(slotted)));
  return template && textOf(fillTemplate(template, values));
}

const value = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('"><script>', "' onload=", '%22', '&quot;', '{x}', '</a>', '$&', '\\"', 'a+b c', '', NONCE),
);
const affiliateNames = ['p', 'pi', 'Click_id', 'offer_id', 'splash6'];
const name = fc.constantFrom(...affiliateNames, 'page', 'q');
const addressOf = (pairs: [string, string][]) => `/free?${new URLSearchParams(pairs)}`;
const queries = fc.array(fc.tuple(name, value), { maxLength: 7 }).map(addressOf);

/** Two visitors of one page, who differ only in their affiliate values. */
const visitors = fc
  .array(fc.tuple(name, value, value), { maxLength: 7 })
  .map((triples): [string, string] => [
    addressOf(triples.map(([key, own]) => [key, own])),
    addressOf(triples.map(([key, own, other]) => [key, affiliateNames.includes(key) ? other : own])),
  ]);

describe('a page shared by all affiliates', () => {
  it('equals the page rendered for each visitor alone', () => {
    fc.assert(
      fc.property(queries, (url) => {
        expect(sentFor(url)).toBe(pageFor(url));
      }),
      { numRuns: 2000 },
    );
  });

  it('contains no value of another visitor', () => {
    fc.assert(
      fc.property(visitors, ([one, other]) => {
        const [first, second] = [slots.take(one), slots.take(other)];
        fc.pre(first.url === second.url);
        const template = slots.template(Buffer.from(pageFor(first.url)));
        expect(template && textOf(fillTemplate(template, second.values))).toBe(pageFor(other));
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps every value within its attribute', () => {
    fc.assert(
      fc.property(value, (text) => {
        const page = sentFor(`/free?${new URLSearchParams({ Click_id: text })}`) ?? '';
        const plain = sentFor('/free?Click_id=x') ?? '';
        const marks = (html: string) => html.replace(/[^<>"]/g, '');
        const isCarried = affiliateOf(new URLSearchParams({ Click_id: text })).Click_id !== undefined;
        if (isCarried) expect(marks(page)).toBe(marks(plain));
      }),
      { numRuns: 2000 },
    );
  });

  it('is not shared if a value is in an unknown encoding', () => {
    const { url } = slots.take('/?Click_id=a');
    const raw = new URL(url, 'http://site').searchParams.get('Click_id') ?? '';
    expect(slots.template(Buffer.from(`<script>const id = ${JSON.stringify(raw)}</script>`))).toBeNull();
  });

  it('distinguishes the non-nude wish from other values of its key', () => {
    expect(slots.take('/?splash6=true')).toEqual({ url: '/?splash6=true', values: {} });
    expect(slots.take('/?splash6=1').values).toEqual({ splash6: '1' });
  });

  it('keeps the rest of the URL, and values that break their rule', () => {
    const { url, values } = slots.take('/free?page=2&p=a%3Cb&filter%5Bage%5D=18&pi=x');
    expect(url).toBe(`/free?page=2&p=a%3Cb&filter%5Bage%5D=18&pi=${NONCE}i`);
    expect(values).toEqual({ pi: 'x' });
  });

  it('fills the values into the URL of a redirect', () => {
    const { url, values } = slots.take('/archief?p=77&Click_id=a%20%26b');
    expect(slots.fillHeader(url, values)).toBe('/archief?p=77&Click_id=a+%26b');
  });
});
