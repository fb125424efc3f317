import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { z } from 'zod';
import { freePort } from '../../scripts/lib/processes.mjs';
import { until } from './started/until.ts';

/** Name of an element's id in the W3C protocol (WebDriver 12.1). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const elementSchema = z.object({ [ELEMENT]: z.string() });
const answerSchema = z.object({ value: z.unknown() });

/** ms for what a page does by itself. */
const PATIENCE_MS = 15_000;

/** WebKitGTK, driven over HTTP; it has no library of its own. Elements are found by XPath. */
export interface Webkit {
  open(url: string): Promise<void>;
  back(): Promise<void>;
  url(): Promise<string>;
  resize(width: number, height: number): Promise<void>;
  /** Waits until one is displayed. */
  see(xpath: string): Promise<string>;
  /** Waits until none is displayed. */
  seeNone(xpath: string): Promise<void>;
  press(xpath: string): Promise<void>;
  type(xpath: string, text: string): Promise<void>;
  run(script: string): Promise<unknown>;
  /** Errors of the pages that were opened, from when they were loaded until they were left. */
  problems(): Promise<string[]>;
  close(): Promise<void>;
}

/** The driver does not tell what a page writes to its console. */
const LISTEN = `
  const heard = (window.heard = []);
  addEventListener('error', ({ message }) => heard.push(message));
  addEventListener('unhandledrejection', ({ reason }) => heard.push(String(reason)));
  for (const level of ['error', 'warn']) {
    const write = console[level];
    console[level] = (...said) => { heard.push(said.join(' ')); write.apply(console, said); };
  }`;

/** Islands that do not react yet (e2e/support/alive.ts). */
const ASLEEP = `return document.querySelectorAll('main astro-island[ssr]:not([client="visible"])').length`;

/** What a page says, and what is written into it. */
const SHOWN = `
  const fields = [...document.querySelectorAll('input, textarea')].map(({ name, value }) => name + '=' + value);
  return document.body.innerText.replace(/\\s+/g, ' ').slice(0, 2000) + ' ' + fields.join('&');`;

/** Enter, in a text that is typed (WebDriver 17.4.2). */
export const ENTER = '\uE007';

export async function openWebkit(driver: string): Promise<Webkit> {
  const screen = await startScreen();
  const port = await freePort();
  const env = { ...process.env, DISPLAY: screen.display, GDK_BACKEND: 'x11', LIBGL_ALWAYS_SOFTWARE: '1' };
  const process_ = spawn(driver, [`--port=${port}`], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [process_.stdout, process_.stderr])
    stream.on('data', (part: Buffer) => {
      said += part.toString();
    });
  const root = `http://127.0.0.1:${port}`;
  await until(
    () =>
      fetch(`${root}/status`).then(
        ({ ok }) => ok,
        () => false,
      ),
    10_000,
  );

  async function ask(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(root + path, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = answerSchema.parse(await response.json());
    if (!response.ok) throw new Error(`${method} ${path} ${JSON.stringify(body)}: ${JSON.stringify(value)}`);
    return value;
  }
  const opened = await ask('POST', '/session', { capabilities: {} });
  const { sessionId } = z.object({ sessionId: z.string() }).parse(opened);
  const session = (method: string, path: string, body?: object) =>
    ask(method, `/session/${sessionId}${path}`, body);

  async function displayed(xpath: string): Promise<string[]> {
    const found = await session('POST', '/elements', { using: 'xpath', value: xpath });
    const ids = z
      .array(elementSchema)
      .parse(found)
      .map((one) => one[ELEMENT] ?? '');
    const shown = await Promise.all(ids.map((id) => session('GET', `/element/${id}/displayed`)));
    return ids.filter((_, at) => shown[at] === true);
  }
  /** A page that changes meanwhile makes elements stale: looked for again. */
  const displayedNow = (xpath: string) => displayed(xpath).catch(() => null);
  const see = async (xpath: string): Promise<string> => {
    let id: string | undefined;
    await until(async () => {
      id = (await displayedNow(xpath))?.[0];
      return id !== undefined;
    }, PATIENCE_MS).catch(async () => {
      const at = await session('GET', '/url');
      throw new Error(`not displayed: ${xpath} at ${at}, which shows: ${await run(SHOWN)}\n${said}`);
    });
    return id ?? '';
  };
  const run = (script: string) => session('POST', '/execute/sync', { script, args: [] });
  /** What is pressed before the islands of its page react is lost. */
  const seeAlive = async (xpath: string): Promise<string> => {
    await see(xpath);
    await until(async () => (await run(ASLEEP)) === 0, PATIENCE_MS);
    return see(xpath);
  };
  const problems: string[] = [];
  const hear = async (): Promise<void> => {
    problems.push(...z.array(z.string()).parse(await run('return window.heard?.splice(0) ?? []')));
  };
  return {
    async open(url) {
      await hear();
      await session('POST', '/url', { url });
      await run(LISTEN);
    },
    back: async () => void (await session('POST', '/back', {})),
    url: async () => z.string().parse(await session('GET', '/url')),
    resize: async (width, height) => void (await session('POST', '/window/rect', { width, height })),
    see,
    seeNone: (xpath) => until(async () => (await displayedNow(xpath))?.length === 0, PATIENCE_MS),
    async press(xpath) {
      await seeAlive(xpath);
      // Refused while a drawer that holds it is on its way.
      let refused: unknown;
      await until(async () => {
        try {
          await session('POST', `/element/${await see(xpath)}/click`, {});
          return true;
        } catch (error) {
          refused = error;
          return false;
        }
      }, PATIENCE_MS).catch(() => {
        throw refused;
      });
    },
    async type(xpath, text) {
      await session('POST', `/element/${await seeAlive(xpath)}/value`, { text });
    },
    run,
    async problems() {
      await hear();
      return problems;
    },
    async close() {
      await session('DELETE', '').catch(() => null);
      await end(process_);
      await end(screen.process);
    },
  };
}

/** A screen that nobody sees, with the number that Xvfb chose. */
async function startScreen(): Promise<{ display: string; process: ChildProcess }> {
  const xvfb = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1440x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = (await once(xvfb.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer];
  return { display: `:${number.toString().trim()}`, process: xvfb };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  await closed;
}
