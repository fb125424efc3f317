import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { atEnd, pinned } from '@vonk/bench';
import { openJanus } from '../janus/testing.ts';
import { type OwnJanus, startOwnJanus } from '../testing/janus/own-janus.ts';
import type { JanusPlayer } from '../testing/janus/player.ts';
import { type Contender, packetBytes } from './viewers-load.ts';

/** Unit of utime and stime in /proc: USER_HZ, which is 100 on every Linux. */
const ticksPerSecond = 100;

type Node = Awaited<ReturnType<typeof openJanus>>;
type Encoder = Awaited<ReturnType<Node['publish']>>;

/** One encoder and many viewers at a separate Janus, which has the servers' processor to itself. */
export class JanusLoad implements Contender {
  readonly #janus: OwnJanus;
  readonly #node: Node;
  readonly #encoder: Encoder;
  readonly #players: JanusPlayer[] = [];
  readonly #payload = Buffer.alloc(packetBytes);

  private constructor(janus: OwnJanus, node: Node, encoder: Encoder) {
    this.#janus = janus;
    this.#node = node;
    this.#encoder = encoder;
  }

  static async open(): Promise<JanusLoad> {
    const janus = await startOwnJanus();
    atEnd(() => janus.remove());
    if (pinned) spawnSync('taskset', ['-a', '-c', '-p', '0', String(janus.pid())]);
    const node = await openJanus(janus);
    atEnd(() => node.close());
    const encoder = await node.publish(await node.gateway.publishTarget('bench', 'publisher'));
    return new JanusLoad(janus, node, encoder);
  }

  async growTo(viewers: number): Promise<void> {
    while (this.#players.length < viewers) {
      const config = await this.#node.gateway.playTarget('bench', `viewer-${this.#players.length}`);
      this.#players.push(await this.#node.play(config));
    }
  }

  send(): void {
    this.#encoder.send(this.#payload);
  }

  received(): number {
    return this.#players.reduce((sum, { packets }) => sum + packets, 0);
  }

  async cpuSeconds(): Promise<number> {
    const stat = await readFile(`/proc/${this.#janus.pid()}/stat`, 'utf8');
    // After the name, which may contain spaces, utime and stime are fields 12 and 13.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  }
}
