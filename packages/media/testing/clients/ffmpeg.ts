import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('ffmpeg/publish.mjs', import.meta.url));

/** FFmpeg's WHIP muxer in a separate process (packages/media/testing/clients/ffmpeg). */
export interface FfmpegBroadcast {
  /** Resolves to its output when it ends by itself. */
  readonly ended: Promise<string>;
  /** Ends the session by DELETE, then the process. Throws FFmpeg's output on failure. */
  stop(): Promise<void>;
  /** Ends the process without closing the session. */
  kill(): Promise<void>;
}

/** Sends H.264 of 160×120 at 15 fps, every 15th a key frame, and Opus. */
export function publishByFfmpeg({ url, token }: { url: string; token: string }): FfmpegBroadcast {
  const child = spawn(process.execPath, [program, url, token], { stdio: ['pipe', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.on('data', (text) => {
    output += text;
  });
  const closed = once(child, 'close');
  return {
    ended: closed.then(() => output),
    stop: async () => {
      child.stdin.end();
      const [code] = await closed;
      if (code !== 0) throw new Error(`FFmpeg ended with ${code}: ${output}`);
    },
    kill: async () => {
      child.kill('SIGKILL');
      await closed;
    },
  };
}
