import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('ffmpeg/publish.mjs', import.meta.url));

/** FFmpeg's WHIP muxer in a process of its own (packages/media/testing/clients/ffmpeg). */
export interface FfmpegBroadcast {
  /** What it said, when it has ended by itself. */
  readonly ended: Promise<string>;
  /** Ends the session by DELETE, and the process. Throws what FFmpeg said when that went wrong. */
  stop(): Promise<void>;
  /** Without a word to the server. */
  kill(): Promise<void>;
}

/** Sends H.264 of 160 by 120 with 15 frames a second, every 15th a key frame, and Opus. */
export function publishByFfmpeg({ url, token }: { url: string; token: string }): FfmpegBroadcast {
  const child = spawn(process.execPath, [program, url, token], { stdio: ['pipe', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  const closed = once(child, 'close');
  return {
    ended: closed.then(() => said),
    stop: async () => {
      child.stdin.end();
      const [code] = await closed;
      if (code !== 0) throw new Error(`FFmpeg ended with ${code}: ${said}`);
    },
    kill: async () => {
      child.kill('SIGKILL');
      await closed;
    },
  };
}
