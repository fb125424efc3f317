// @ts-check
// Finds the programs that suites use besides Node, and installs missing ones if apt-get is allowed. A stopped service
// is started for this run only, on a free port with temporary data.
import { spawnSync } from 'node:child_process';
import { accessSync, chownSync, constants, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ask, freePort, start } from './processes.mjs';
import { node24 } from './toolchain.mjs';

/** @typedef {{ url: string, how: string }} Found */

const isRoot = process.getuid?.() === 0;

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * @param {string[]} names programs by name or absolute path
 * @param {string[]} [folders] searched before PATH
 * @param {(file: string) => boolean} [works]
 */
function findProgram(names, folders = [], works = () => true) {
  const places = [...folders, ...(process.env.PATH ?? '').split(delimiter)];
  const candidates = names.flatMap((name) =>
    name.startsWith('/') ? [name] : places.map((dir) => join(dir, name)),
  );
  return candidates.find((file) => isExecutable(file) && works(file));
}

/**
 * @typedef {string[]} Packages of Debian that are installed together
 * @param {{ variable: string, names: string[], packages: [Packages, ...Packages[]], works?: (file: string) => boolean }} wanted
 *   `variable` may name the program; `packages`: preferred ones first; `works`: an additional check of a found program
 * @returns {Found | undefined}
 */
function findOrInstall({ variable, names, packages, works = () => true }) {
  const setting = process.env[variable];
  if (setting) {
    if (isExecutable(setting) && works(setting)) return { url: setting, how: variable };
    console.log(`${variable}: ${setting} cannot be run; correct or unset it.`);
    return undefined;
  }
  const found = findProgram(names, [], works);
  if (found) return { url: found, how: 'found' };
  if (!isRoot || !findProgram(['apt-get'])) return undefined;
  const [preferred] = packages;
  console.log(`apt-get install ${preferred.join(' ')} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (/** @type {string[]} */ ...args) =>
    spawnSync('apt-get', ['-qq', ...args], { env, stdio: 'inherit' });
  const install = (/** @type {Packages} */ together) =>
    apt('install', '-y', '--no-install-recommends', ...together).status === 0;
  if (!install(preferred)) {
    apt('update');
    packages.some(install);
  }
  const installed = findProgram(names, [], works);
  return installed ? { url: installed, how: 'installed with apt-get' } : undefined;
}

export const findBrowser = () =>
  findOrInstall({
    variable: 'CHROMIUM_PATH',
    // The headless shell renders the same pages in a fifth less time.
    names: [
      '/usr/lib/chromium/chromium-headless-shell',
      'chrome-headless-shell',
      '/usr/bin/chromium',
      'chromium',
      'chromium-browser',
      'google-chrome',
      'google-chrome-stable',
    ],
    packages: [['chromium-headless-shell'], ['chromium']],
  });

export const findFirefox = () =>
  findOrInstall({
    variable: 'FIREFOX_PATH',
    names: ['/usr/bin/firefox-esr', 'firefox-esr', 'firefox'],
    packages: [['firefox-esr']],
  });

/** WebKitGTK's driver and a virtual screen, because it has no headless mode. */
export const findWebkit = () =>
  findOrInstall({
    variable: 'WEBKIT_DRIVER_PATH',
    names: ['/usr/bin/WebKitWebDriver', 'WebKitWebDriver'],
    packages: [['webkit2gtk-driver', 'xvfb']],
    works: () => findProgram(['Xvfb']) !== undefined,
  });

/** Each journey that needs a TURN server starts its own. */
export const findTurnServer = () =>
  findOrInstall({
    variable: 'TURNSERVER_PATH',
    names: ['/usr/bin/turnserver', 'turnserver'],
    packages: [['coturn']],
  });

/** Tests start their own Janus with a separate folder and ports; the service of Debian's package is not used. */
export const findJanus = () =>
  findOrInstall({ variable: 'JANUS_PATH', names: ['/usr/bin/janus', 'janus'], packages: [['janus']] });

const gstreamerCheck = fileURLToPath(
  new URL('../../packages/media/testing/clients/gstreamer/check.py', import.meta.url),
);

/** A Python with all GStreamer modules that the test client needs; preferably Debian's. */
export const findGstreamer = () =>
  findOrInstall({
    variable: 'GSTREAMER_PATH',
    names: ['/usr/bin/python3', 'python3'],
    packages: [
      [
        'python3-gi',
        'gir1.2-gst-plugins-bad-1.0',
        'gstreamer1.0-nice',
        'gstreamer1.0-plugins-base',
        'gstreamer1.0-plugins-good',
        'gstreamer1.0-plugins-bad',
      ],
    ],
    works: (python) => spawnSync(python, ['-B', gstreamerCheck], { stdio: 'ignore' }).status === 0,
  });

/**
 * Debian's FFmpeg has no WHIP. An npm package has FFmpeg 8 as a library; it is locked beside the client that uses it.
 * Its install scripts, which download more, are not run.
 * @returns {Found | undefined}
 */
export function findFfmpeg() {
  const folder = fileURLToPath(new URL('../../packages/media/testing/clients/ffmpeg', import.meta.url));
  const found = { url: join(folder, 'node_modules/node-av'), how: 'found' };
  const works = () => spawnSync(node24, [join(folder, 'check.mjs')], { stdio: 'ignore' }).status === 0;
  if (works()) return found;
  console.log(`npm ci in ${folder} …`);
  spawnSync('npm', ['ci', '--ignore-scripts'], { cwd: folder, stdio: 'inherit' });
  return works() ? { ...found, how: 'installed with npm' } : undefined;
}

export const hasJava = () => findProgram(['java']) !== undefined;

/** @param {string} url @returns {Promise<boolean>} may this login create databases? */
async function acceptsPostgres(url) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1500 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query(
      'select rolcreatedb or rolsuper as ok from pg_roles where rolname = current_user',
    );
    return rows[0]?.ok === true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** PostgreSQL refuses to run as root. */
function clusterOwner() {
  if (!isRoot) return {};
  const line = readFileSync('/etc/passwd', 'utf8').split('\n');
  const entry =
    line.find((row) => row.startsWith('postgres:')) ?? line.find((row) => row.startsWith('nobody:'));
  const [, , uid, gid] = (entry ?? '').split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

/** Over its socket, PostgreSQL takes a suite a seventh less time than over a port. */
const atSocket = (/** @type {string} */ folder, /** @type {number} */ port) =>
  `postgres://postgres@localhost:${port}/postgres?host=${folder}`;

/** @returns {Promise<Found | undefined>} */
async function startPostgres() {
  const debian = '/usr/lib/postgresql';
  const folders = findProgram([debian])
    ? readdirSync(debian)
        .sort()
        .reverse()
        .map((v) => join(debian, v, 'bin'))
    : [];
  const initdb = findProgram(['initdb'], folders);
  const server = findProgram(['postgres'], folders);
  if (!initdb || !server) return undefined;
  const owner = clusterOwner();
  const data = mkdtempSync(join(tmpdir(), 'vonk-postgres-'));
  process.once('exit', () => rmSync(data, { recursive: true, force: true }));
  if (owner.uid !== undefined) chownSync(data, owner.uid, owner.gid);
  const options = { ...owner, cwd: data, stdio: /** @type {const} */ ('ignore') };
  const made = spawnSync(
    initdb,
    ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--no-sync'],
    options,
  );
  if (made.status !== 0) return undefined;
  const port = await freePort();
  const settings = ['listen_addresses=', `unix_socket_directories=${data}`, 'fsync=off'];
  start(server, ['-D', data, '-p', String(port), ...settings.flatMap((one) => ['-c', one])], options);
  const url = atSocket(data, port);
  return (await eventually(() => acceptsPostgres(url))) ? { url, how: 'started for this run' } : undefined;
}

/** @returns {Promise<Found | undefined>} */
export async function findPostgres() {
  const setting = process.env.TEST_DATABASE_URL;
  if (setting)
    return (await acceptsPostgres(setting)) ? { url: setting, how: 'TEST_DATABASE_URL' } : undefined;
  const candidates = [
    atSocket('/var/run/postgresql', 5432),
    'postgres://postgres@127.0.0.1:5432/postgres',
    'postgres:///postgres?host=/var/run/postgresql',
  ];
  for (const url of candidates) if (await acceptsPostgres(url)) return { url, how: 'running' };
  return startPostgres();
}

/** @param {string} url */
async function acceptsRedis(url) {
  const { hostname, port } = new URL(url);
  return (await ask({ host: hostname, port: Number(port || 6379) }, 'PING\r\n')).startsWith('+PONG');
}

/** @returns {Promise<Found | undefined>} */
export async function findRedis() {
  const setting = process.env.TEST_REDIS_URL;
  if (setting) return (await acceptsRedis(setting)) ? { url: setting, how: 'TEST_REDIS_URL' } : undefined;
  const usual = 'redis://127.0.0.1:6379';
  if (await acceptsRedis(usual)) return { url: usual, how: 'running' };
  const server = findProgram(['redis-server']);
  if (!server) return undefined;
  const port = await freePort();
  start(server, ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], {
    cwd: tmpdir(),
    stdio: 'ignore',
  });
  const url = `redis://127.0.0.1:${port}`;
  return (await eventually(() => acceptsRedis(url))) ? { url, how: 'started for this run' } : undefined;
}

/** @param {() => Promise<boolean>} check @returns {Promise<boolean>} within ten seconds */
async function eventually(check) {
  for (let tries = 0; tries < 50; tries += 1) {
    if (await check()) return true;
    await sleep(200);
  }
  return false;
}
