import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { z } from 'zod';
import { freePort } from '../../scripts/lib/processes.mjs';
import { until } from './started/until.ts';

/** Name of an element's id in the W3C protocol (WebDriver 12.1). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const elementSchema = z.object({ [ELEMENT]: z.string() });
const answerSchema = z.object({ value: z.unknown() });

/** Timeout in ms for changes of a page. */
const PATIENCE_MS = 15_000;

/** WebKitGTK, driven over HTTP because it has no client library. Elements are found by XPath. */
export interface Webkit {
  open(url: string): Promise<void>;
  back(): Promise<void>;
  url(): Promise<string>;
  resize(width: number, height: number): Promise<void>;
  /** Waits until a match is displayed, and returns its id. */
  see(xpath: string): Promise<string>;
  /** Waits until no match is displayed. */
  seeNone(xpath: string): Promise<void>;
  press(xpath: string): Promise<void>;
  type(xpath: string, text: string): Promise<void>;
  run(script: string): Promise<unknown>;
  /** Console errors, warnings and uncaught exceptions of all pages, recorded from `open` or the first `press` on. */
  problems(): Promise<string[]>;
  close(): Promise<void>;
}

/** Returns the page's errors so far and records further ones: the driver does not report its console. */
const LISTEN = `
  if (window.heard) return window.heard.splice(0);
  const heard = (window.heard = []);
  addEventListener('error', ({ message }) => heard.push(message));
  addEventListener('unhandledrejection', ({ reason }) => heard.push(String(reason)));
  for (const level of ['error', 'warn']) {
    const write = console[level];
    console[level] = (...values) => { heard.push(values.join(' ')); write.apply(console, values); };
  }
  return [];`;

/** Number of islands that are not hydrated yet (e2e/support/page.ts). */
const ASLEEP = `return document.querySelectorAll('main astro-island[ssr]:not([client="visible"])').length`;

/**
 * Whether an element stays in place: WebKit drops a click on a moving element. Two equal frames can precede a
 * drawer's slide. Afterwards `window.isPressed` tells whether the element was clicked.
 */
const RESTS = `
  const [element, done] = arguments;
  const box = () => element.getBoundingClientRect();
  const isHit = () => {
    const { x, y, width, height } = box();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  };
  if (!isHit()) element.scrollIntoView({ block: 'center' });
  const slides = document.getAnimations().filter(({ effect }) =>
    effect.target.contains(element) && Number.isFinite(effect.getComputedTiming().endTime));
  const before = JSON.stringify(box());
  window.isPressed = false;
  element.addEventListener('click', () => { window.isPressed = true; }, { capture: true, once: true });
  requestAnimationFrame(() => requestAnimationFrame(() =>
    done(slides.length === 0 && isHit() && JSON.stringify(box()) === before)));`;

/** The page's text and field values, for error messages. */
const SHOWN = `
  const fields = [...document.querySelectorAll('input, textarea')].map(({ name, value }) => name + '=' + value);
  return document.body.innerText.replace(/\\s+/g, ' ').slice(0, 2000) + ' ' + fields.join('&');`;

/** The Enter key in typed text (WebDriver 17.4.2). */
export const ENTER = '\uE007';

export async function openWebkit(driver: string): Promise<Webkit> {
  const session = await openSession(driver);
  const { ask } = session;
  const run = (script: string) => ask('POST', '/execute/sync', { script, args: [] });
  const { see, seeNone } = lookFor(session);
  /** Also waits for hydration, because earlier clicks have no effect. */
  const seeAlive = async (xpath: string): Promise<string> => {
    await see(xpath);
    await until(async () => (await run(ASLEEP)) === 0, PATIENCE_MS);
    return see(xpath);
  };
  /** Returns false if the element has not received the click. */
  const click = async (xpath: string): Promise<boolean> => {
    const id = await see(xpath);
    if (!(await ask('POST', '/execute/async', { script: RESTS, args: [{ [ELEMENT]: id }] }))) return false;
    await ask('POST', `/element/${id}/click`, {});
    // Another page, or one about to go, says nothing.
    return (await run('return window.isPressed').catch(() => null)) !== false;
  };
  const problems: string[] = [];
  const hear = async (): Promise<void> => {
    problems.push(...z.array(z.string()).parse(await run(LISTEN)));
  };
  return {
    async open(url) {
      await hear();
      await ask('POST', '/url', { url });
      await hear();
    },
    back: async () => void (await ask('POST', '/back', {})),
    url: async () => z.string().parse(await ask('GET', '/url')),
    resize: async (width, height) => void (await ask('POST', '/window/rect', { width, height })),
    see,
    seeNone,
    async press(xpath) {
      await seeAlive(xpath);
      // The click may lead to another page.
      await hear();
      // The driver also refuses the click while something else covers the element.
      let refused: unknown;
      const noteRefusal = (error: unknown): false => {
        refused = error;
        return false;
      };
      await until(() => click(xpath).catch(noteRefusal), PATIENCE_MS).catch(() => {
        throw refused ?? new Error(`never pressed: ${xpath}`);
      });
    },
    async type(xpath, text) {
      await ask('POST', `/element/${await seeAlive(xpath)}/value`, { text });
    },
    run,
    async problems() {
      await hear();
      return problems;
    },
    close: session.close,
  };
}

/** A browser of the driver. */
interface Session {
  /** Sends a command of the browser's session. Throws the driver's error. */
  ask(method: string, path: string, body?: object): Promise<unknown>;
  /** What the driver has printed. */
  output(): string;
  close(): Promise<void>;
}

/** Waits for elements. */
function lookFor({ ask, output }: Session): Pick<Webkit, 'see' | 'seeNone'> {
  async function displayed(xpath: string): Promise<string[]> {
    const found = await ask('POST', '/elements', { using: 'xpath', value: xpath });
    const ids = z
      .array(elementSchema)
      .parse(found)
      .map((one) => one[ELEMENT] ?? '');
    const shown = await Promise.all(ids.map((id) => ask('GET', `/element/${id}/displayed`)));
    return ids.filter((_, at) => shown[at] === true);
  }
  /** Null if the page changed and made elements stale; callers retry. */
  const displayedNow = (xpath: string) => displayed(xpath).catch(() => null);
  return {
    async see(xpath) {
      let id: string | undefined;
      await until(async () => {
        id = (await displayedNow(xpath))?.[0];
        return id !== undefined;
      }, PATIENCE_MS).catch(async () => {
        const at = await ask('GET', '/url');
        const shown = await ask('POST', '/execute/sync', { script: SHOWN, args: [] });
        throw new Error(`not displayed: ${xpath} at ${at}, which shows: ${shown}\n${output()}`);
      });
      return id ?? '';
    },
    seeNone: (xpath) => until(async () => (await displayedNow(xpath))?.length === 0, PATIENCE_MS),
  };
}

/** Starts the driver on a screen of its own, and opens a browser. */
async function openSession(driver: string): Promise<Session> {
  const screen = await startScreen();
  const port = await freePort();
  const env = { ...process.env, DISPLAY: screen.display, GDK_BACKEND: 'x11', LIBGL_ALWAYS_SOFTWARE: '1' };
  const process_ = spawn(driver, [`--port=${port}`], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [process_.stdout, process_.stderr])
    stream.on('data', (part: Buffer) => {
      output += part.toString();
    });
  const root = `http://127.0.0.1:${port}`;
  const isUp = () =>
    fetch(`${root}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(isUp, 10_000);

  async function ask(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(root + path, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = answerSchema.parse(await response.json());
    if (!response.ok) throw new Error(`${method} ${path} ${JSON.stringify(body)}: ${JSON.stringify(value)}`);
    return value;
  }
  const opened = await ask('POST', '/session', { capabilities: {} });
  const { sessionId } = z.object({ sessionId: z.string() }).parse(opened);
  return {
    ask: (method, path, body) => ask(method, `/session/${sessionId}${path}`, body),
    output: () => output,
    async close() {
      await ask('DELETE', `/session/${sessionId}`).catch(() => null);
      await end(process_);
      await end(screen.process);
    },
  };
}

/** Starts a virtual screen; Xvfb chooses its number. */
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
