import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StorageConfig } from '#server/config/storage.ts';

interface S3rver {
  run(): Promise<{ port: number }>;
  close(): Promise<void>;
}
// The package has no types.
const require = createRequire(import.meta.url);
const Server = require('@20minutes/s3rver') as new (options: Readonly<Record<string, unknown>>) => S3rver;

/** An S3 server and a record of its requests. May be closed more than once. */
export async function startS3(): Promise<{
  storage: Extract<StorageConfig, { kind: 's3' }>;
  close: () => Promise<void>;
}> {
  const directory = await mkdtemp(join(tmpdir(), 'vonk-s3-'));
  const bucket = 'vonk-files';
  const server = new Server({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  });
  const { port } = await server.run();
  const stop = async () => {
    await server.close();
    await rm(directory, { recursive: true, force: true });
  };
  let stopped: Promise<void> | undefined;
  return {
    storage: {
      kind: 's3',
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket,
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      pathStyle: true,
    },
    close: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

/** All bytes of a stored file. */
export async function bytesOf(stream: ReadableStream<Uint8Array> | null): Promise<Buffer | null> {
  return stream && Buffer.from(await new Response(stream as BodyInit).arrayBuffer());
}
