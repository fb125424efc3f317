// Validates pages of every kind and locale by html-validate, and by the Nu validator where there is Java.
// HTML_URL: a running product.
import { report } from './architecture/violations.ts';
import { urlsOf } from './html/pages.ts';
import { hasJava, type ServedPage, validateByNu, validateHere } from './html/validate.ts';
import { withProduct } from './lib/product.ts';

async function check(url: string): Promise<void> {
  const home = await (await fetch(url)).text();
  const performer = home.match(/href="\/profile\/([^"?]+)/)?.[1];
  if (!performer) throw new Error('the home page links no profile');
  const pages: ServedPage[] = [];
  for (const path of urlsOf(performer)) {
    const response = await fetch(url + path);
    pages.push({ url: `${path} (${response.status})`, html: await response.text() });
  }
  const violations = (await Promise.all(pages.map(validateHere))).flat();
  const java = hasJava();
  if (java) violations.push(...validateByNu(pages));
  else console.log('The Nu validator is left out: there is no java on this machine.');
  report(violations, `${pages.length} pages are valid HTML${java ? ', also by the Nu validator' : ''}.`);
}

const running = process.env.HTML_URL;
await (running ? check(running) : withProduct(check));
