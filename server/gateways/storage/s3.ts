import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { StorageConfig } from '#server/config/storage.ts';
import { CleanBytes } from '#server/ports/clean-file.ts';
import { checkKey, type StorageGateway } from '#server/ports/gateways.ts';

type S3Config = Extract<StorageConfig, { kind: 's3' }>;

/** Timeouts in ms for a connection and for a response. */
const PATIENCE = { connectionTimeout: 3000, requestTimeout: 20_000 } as const;

/** The same for a response to a large file. */
const FILE_MS = 600_000;

/** Whether the object is missing; a missing bucket is an error. A response without a body is a plain `NotFound`. */
const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException && (error.name === 'NoSuchKey' || error.name === 'NotFound');

/** One object per key, not readable by URL unless the bucket allows it. */
export function s3Storage(config: S3Config): StorageGateway {
  const { bucket: Bucket, endpoint, region, accessKeyId, secretAccessKey, pathStyle } = config;
  const client = new S3Client({
    region,
    ...(endpoint !== null && { endpoint }),
    forcePathStyle: pathStyle,
    credentials: { accessKeyId, secretAccessKey },
    requestHandler: PATIENCE,
    // Not every S3-compatible server supports the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const objectOf = (key: string) => {
    checkKey(key);
    return { Bucket, Key: key };
  };
  return {
    async put(key, file) {
      if (file instanceof CleanBytes) {
        const content = { Body: file.bytes, ContentLength: file.bytes.byteLength };
        await client.send(new PutObjectCommand({ ...objectOf(key), ...content }));
        return;
      }
      const { size } = await stat(file.path);
      const body = { Body: createReadStream(file.path), ContentLength: size };
      await client.send(new PutObjectCommand({ ...objectOf(key), ...body }), { requestTimeout: FILE_MS });
    },
    pathOf: async () => null,
    async get(key) {
      try {
        const { Body } = await client.send(new GetObjectCommand(objectOf(key)));
        return (Body?.transformToWebStream() as ReadableStream<Uint8Array<ArrayBuffer>> | undefined) ?? null;
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async has(key) {
      try {
        await client.send(new HeadObjectCommand(objectOf(key)));
        return true;
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
    },
    async delete(key) {
      await client.send(new DeleteObjectCommand(objectOf(key)));
    },
  };
}
