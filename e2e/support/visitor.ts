import { type HtmlElement, Parser, StaticConfigLoader } from 'html-validate';
import { inject } from 'vitest';

const parser = new Parser(await new StaticConfigLoader().getConfigFor('page.html'));

/** An element of a page. */
export type Part = HtmlElement;

/** An attribute's value as a browser reads it. */
export const attributeOf = (part: Part, attribute: string): string =>
  decode(part.getAttributeValue(attribute) ?? '');

/** A field's value on the page, before anything is typed. */
function shownIn(field: Part): string {
  if (field.tagName === 'textarea') return decode(field.textContent);
  const isChoice = ['checkbox', 'radio'].includes(attributeOf(field, 'type'));
  return isChoice && !field.hasAttribute('checked') ? '' : attributeOf(field, 'value');
}

/** The element's `aria-label`, or else its text. */
export const nameOf = (part: Part): string =>
  (attributeOf(part, 'aria-label') || decode(part.textContent)).replace(/\s+/g, ' ').trim();

/** A visitor without script: opens pages, follows links, submits forms and keeps cookies. */
export class Visitor {
  /** Path, query and fragment of the page that was opened last. */
  address = '';
  readonly cookies: Map<string, string>;
  /** Origin of the product. */
  readonly site: string;
  #page: Part | null = null;

  constructor(cookies: Record<string, string> = { age: '1', consent: 'no' }, site: string = origin) {
    this.site = site;
    this.cookies = new Map(Object.entries(cookies));
  }

  cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Opens a URL and follows redirects. */
  async open(address: string, init: RequestInit = {}): Promise<this> {
    const url = new URL(address, this.site + this.address);
    const answer = await ask(url.href, {
      ...init,
      headers: { cookie: this.cookieHeader(), origin: this.site, 'sec-fetch-site': 'same-origin' },
    });
    for (const set of answer.headers.getSetCookie()) this.#keep(set);
    this.address = url.pathname + url.search + url.hash;
    const location = answer.headers.get('location');
    // A 307 repeats the request, with the cookies of the response.
    if (location) return this.open(location, answer.status === 307 ? init : {});
    this.#page = parser.parseHtml(await answer.text());
    return this;
  }

  /** Returns all elements that match the selector. */
  all(selector: string): Part[] {
    if (!this.#page) throw new Error('no page is open');
    return this.#page.querySelectorAll(selector);
  }

  /** Returns the first match with this name; throws without a match. */
  find(selector: string, name: string | RegExp): Part {
    const parts = this.all(selector);
    const found = parts.find((part) =>
      typeof name === 'string' ? nameOf(part) === name : name.test(nameOf(part)),
    );
    if (found) return found;
    throw new Error(`no ${selector} is named ${name}, but ${parts.map(nameOf).join(' | ')}`);
  }

  follow(selector: string, name: string | RegExp): Promise<this> {
    return this.open(attributeOf(this.find(selector, name), 'href'));
  }

  /**
   * Submits the form of a button or field, with its hidden fields, the button and the given values. Throws if a browser
   * would not, because a required field is empty.
   */
  send(part: Part, filled: Record<string, string> = {}): Promise<this> {
    const form = part.closest('form');
    if (!form) throw new Error(`no form contains ${nameOf(part)}`);
    const empty = form.querySelectorAll('input[required], textarea[required]').filter((field) => {
      const isFilled = Boolean(filled[attributeOf(field, 'name')] ?? shownIn(field));
      return !isFilled && attributeOf(field, 'type') !== 'file';
    });
    if (empty.length > 0 && !form.hasAttribute('novalidate'))
      throw new Error(`required and empty: ${empty.map((field) => attributeOf(field, 'name')).join(', ')}`);
    const hidden = form
      .querySelectorAll('input[type="hidden"]')
      .map((input): [string, string] => [attributeOf(input, 'name'), attributeOf(input, 'value')]);
    const own = attributeOf(part, 'name') ? { [attributeOf(part, 'name')]: attributeOf(part, 'value') } : {};
    const body = new URLSearchParams([...hidden, ...Object.entries({ ...own, ...filled })]);
    const action = attributeOf(form, 'action');
    if (attributeOf(form, 'method') === 'post') return this.open(action, { method: 'POST', body });
    return this.open(`${action}?${body}`);
  }

  #keep(set: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
    this.cookies.set(name, value);
  }
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

const decode = (text: string): string =>
  text.replace(/&(?:#(\d+)|(\w+));/g, (whole, code?: string, name = '') =>
    code ? String.fromCodePoint(Number(code)) : (entities[name] ?? whole),
  );

/** Origins of the shared products, which e2e/support/built-setup.ts starts. */
export const origin = inject('origin');
export const configured = inject('configured');
export const reduced = inject('reduced');
export const people = inject('people');

/** Sends a request to the product without following redirects. `where` is a path or an absolute URL. */
export const ask = (where: string, init: RequestInit = {}): Promise<Response> =>
  fetch(new URL(where, origin), { redirect: 'manual', ...init });

/** Returns the text of a response, following redirects. */
export const read = async (where: string): Promise<string> =>
  (await ask(where, { redirect: 'follow' })).text();
