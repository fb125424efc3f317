// Compares page weights before any interaction with scripts/sizes/budgets.ts. SIZES_URL: a running product.
import { report, type Violation } from './architecture/violations.ts';
import { withProduct } from './lib/product.ts';
import { type Budget, budgets } from './sizes/budgets.ts';
import { weighPage } from './sizes/weigh.ts';

const parts = ['script', 'html', 'style'] as const;
const kilo = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;

async function get(url: string): Promise<string> {
  const response = await fetch(url, { redirect: 'error' });
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  return response.text();
}

/** The first performer on the home page. */
async function firstPerformer(url: string): Promise<string> {
  const name = (await get(`${url}/`)).match(/href="\/profile\/([^"?]+)/)?.[1];
  if (!name) throw new Error('the home page links no profile');
  return name;
}

async function weigh(url: string, { kind, path, ...limits }: Budget): Promise<Violation[]> {
  const html = await get(url + path);
  const weight = await weighPage(html, (asset) => get(url + asset));
  console.log(`${kind.padEnd(10)} ${parts.map((part) => `${part} ${kilo(weight[part])}`).join('   ')}`);
  return parts
    .filter((part) => weight[part] > limits[part])
    .map((part) => ({
      file: path,
      line: 1,
      rule: 'size budget',
      message: `${part} of ${kind} weighs ${kilo(weight[part])}, its budget is ${kilo(limits[part])}`,
    }));
}

async function weighAll(url: string): Promise<void> {
  const performer = await firstPerformer(url);
  const violations: Violation[] = [];
  for (const budget of budgets) {
    violations.push(...(await weigh(url, { ...budget, path: budget.path.replace('{live}', performer) })));
  }
  report(violations, 'Every kind of page keeps to its budget.');
}

const running = process.env.SIZES_URL;
await (running ? weighAll(running) : withProduct(weighAll));
