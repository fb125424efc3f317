import { type HtmlElement, Parser, StaticConfigLoader } from 'html-validate';
import { ask, origin } from './ask.ts';

const parser = new Parser(await new StaticConfigLoader().getConfigFor('page.html'));

/** A part of a page: all that a test asks of its markup. */
export type Part = HtmlElement;

/** An attribute's value as a browser reads it. */
export const attributeOf = (part: Part, attribute: string): string =>
  decode(part.getAttributeValue(attribute) ?? '');

/** What somebody sees, or hears where the part has a name of its own. */
export const nameOf = (part: Part): string =>
  (attributeOf(part, 'aria-label') || decode(part.textContent)).replace(/\s+/g, ' ').trim();

/** Somebody without script, a program as far as the site knows: reads, follows links, sends forms, keeps cookies. */
export class Visitor {
  /** Path, query and fragment of the page that was opened last. */
  address = '';
  readonly cookies: Map<string, string>;
  #page: Part | null = null;

  constructor(cookies: Record<string, string> = { age: '1', consent: 'no' }) {
    this.cookies = new Map(Object.entries(cookies));
  }

  /** Opens an address, and wherever it leads. */
  async open(address: string, init: RequestInit = {}): Promise<this> {
    const url = new URL(address, origin + this.address);
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await ask(url.href, {
      ...init,
      headers: { cookie, origin, 'sec-fetch-site': 'same-origin' },
    });
    for (const set of answer.headers.getSetCookie()) this.#keep(set);
    this.address = url.pathname + url.search + url.hash;
    const location = answer.headers.get('location');
    // 307 sends the form again, with the cookies it was answered with.
    if (location) return this.open(location, answer.status === 307 ? init : {});
    this.#page = parser.parseHtml(await answer.text());
    return this;
  }

  /** The parts of the page that a selector finds. */
  all(selector: string): Part[] {
    if (!this.#page) throw new Error('no page is open');
    return this.#page.querySelectorAll(selector);
  }

  /** The first part with this name. Throws where there is none. */
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

  /** Sends the form around a button or field, with what is hidden in it, what was filled in, and the button. */
  send(part: Part, filled: Record<string, string> = {}): Promise<this> {
    const form = part.closest('form');
    if (!form) throw new Error(`${nameOf(part)} is in no form`);
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
