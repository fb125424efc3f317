import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../embedded/sfu/testing.ts';
import type { IceConfig } from '../../port/player-config.ts';
import { freePort } from '../../testing/network.ts';

export interface TurnServer {
  ice: IceConfig;
  stop(): Promise<void>;
}

/** The relay's address: not loopback if possible, because Janus accepts no packets from it. */
const ownAddress = (): string =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.unref().end();
  });

/** Starts coturn on a free port with a shared secret, as described in docs/operate/media.md. */
export async function startTurnServer(program: string): Promise<TurnServer> {
  const folder = await mkdtemp(join(tmpdir(), 'vonk-turn-'));
  const port = await freePort();
  const secret = 'shared with the TURN server';
  const settings = {
    'listening-ip': '127.0.0.1',
    'listening-port': String(port),
    'relay-ip': ownAddress(),
    realm: 'vonk.example',
    'static-auth-secret': secret,
    userdb: join(folder, 'users'),
    pidfile: join(folder, 'pid'),
    'log-file': 'stdout',
  };
  const switches = ['use-auth-secret', 'allow-loopback-peers', 'no-cli', 'no-tls', 'no-dtls'];
  const child: ChildProcess = spawn(
    program,
    [
      '-n',
      ...Object.entries(settings).map(([name, value]) => `--${name}=${value}`),
      ...switches.map((name) => `--${name}`),
    ],
    { cwd: folder, stdio: 'ignore' },
  );
  const kill = () => child.kill('SIGKILL');
  // An aborted run must not leave the process running.
  process.once('exit', kill);
  await until(() => answers(port));
  return {
    ice: {
      servers: [{ urls: `turn:127.0.0.1:${port}?transport=udp` }],
      turnSecret: secret,
      turnTtlSeconds: 3600,
    },
    stop: async () => {
      const ended = once(child, 'exit');
      kill();
      await ended;
      process.off('exit', kill);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
