import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JanusConfig } from '../../janus/index.ts';
import { freePort } from '../network.ts';

/** A separate Janus for a test, which can be killed and restarted on the same ports. */
export interface OwnJanus {
  config: JanusConfig;
  /** Environment variables for a product that uses it. */
  environment: Record<string, string>;
  /** Process id; 0 if it is not running. */
  pid(): number;
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Kills it and removes its folder. */
  remove(): Promise<void>;
}

const program = process.env['JANUS_PATH'] ?? '/usr/bin/janus';
const keys = {
  JANUS_SECRET: 'the api secret of a test',
  JANUS_ADMIN_SECRET: 'the admin secret of a test',
  JANUS_ADMIN_KEY: 'the admin key of a test',
};
/** Number of media ports from a random start, because several may run at once. */
const MEDIA_PORTS = 400;

/** Debian keeps modules in a folder named after the architecture, such as x86_64-linux-gnu. */
function findModules(): string {
  const kinds = readdirSync('/usr/lib', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const folders = kinds.map(({ name }) => join('/usr/lib', name, 'janus'));
  const found = [...folders, '/usr/lib/janus'].find((folder) => existsSync(join(folder, 'plugins')));
  if (found === undefined) throw new Error('No Janus plugins below /usr/lib');
  return found;
}

function files(folder: string, ports: { api: number; admin: number; media: number }): Record<string, string> {
  const modules = findModules();
  const range = `${ports.media}-${ports.media + MEDIA_PORTS}`;
  return {
    'janus.jcfg': `general: {
  configs_folder = "${folder}"
  plugins_folder = "${modules}/plugins"
  transports_folder = "${modules}/transports"
  events_folder = "${modules}/events"
  loggers_folder = "${modules}/loggers"
  debug_level = 2
  api_secret = "${keys.JANUS_SECRET}"
  admin_secret = "${keys.JANUS_ADMIN_SECRET}"
}
media: { rtp_port_range = "${range}" }
nat: { ignore_mdns = true }
`,
    'janus.transport.http.jcfg': `general: { json = "compact", base_path = "/janus", http = true, port = ${ports.api}, ip = "127.0.0.1" }
admin: { admin_base_path = "/admin", admin_http = true, admin_port = ${ports.admin}, admin_ip = "127.0.0.1" }
`,
    'janus.plugin.videoroom.jcfg': `general: { admin_key = "${keys.JANUS_ADMIN_KEY}" }\n`,
    'janus.transport.websockets.jcfg': 'general: { ws = false }\nadmin: { admin_ws = false }\n',
    'janus.transport.pfunix.jcfg': 'general: { enabled = false }\nadmin: { admin_enabled = false }\n',
  };
}

export async function startOwnJanus(): Promise<OwnJanus> {
  const folder = await mkdtemp(join(tmpdir(), 'vonk-janus-'));
  const [api, admin] = [await freePort(), await freePort()];
  const written = files(folder, { api, admin, media: 20_000 + randomInt(100) * MEDIA_PORTS });
  for (const [name, text] of Object.entries(written)) await writeFile(join(folder, name), text);
  const environment = {
    MEDIA: 'janus',
    JANUS_URL: `http://127.0.0.1:${api}/janus`,
    JANUS_ADMIN_URL: `http://127.0.0.1:${admin}/admin`,
    ...keys,
  };
  const config: JanusConfig = {
    url: environment.JANUS_URL,
    adminUrl: environment.JANUS_ADMIN_URL,
    secret: keys.JANUS_SECRET,
    adminSecret: keys.JANUS_ADMIN_SECRET,
    adminKey: keys.JANUS_ADMIN_KEY,
    forwardHost: '127.0.0.1',
  };
  let child: ChildProcess | null = null;
  const killChild = () => child?.kill('SIGKILL');
  // An aborted run must not leave the process running.
  process.once('exit', killChild);
  const kill = async () => {
    const ended = child && once(child, 'exit');
    killChild();
    await ended;
    child = null;
  };
  const start = async () => {
    child = spawn(program, ['-F', folder], { stdio: 'ignore' });
    await answering(`${config.url}/info`);
  };
  await start();
  return {
    config,
    environment,
    pid: () => child?.pid ?? 0,
    start,
    kill,
    remove: async () => {
      await kill();
      process.off('exit', killChild);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answering(url: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const ok = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ok) return;
    // biome-ignore lint/plugin/sleeps: asks again until Janus answers
    await sleep(50);
  }
  throw new Error('Janus did not start');
}
