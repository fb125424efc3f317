import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { StorageConfig } from '#server/config/storage.ts';
import { checkKey, type StorageGateway } from '#server/ports/storage.ts';

type S3Config = Extract<StorageConfig, { kind: 's3' }>;

/** ms until a connection, and until an answer. */
const PATIENCE = { connectionTimeout: 3000, requestTimeout: 20_000 } as const;

/** Of the object: a bucket that is not there is a mistake. An answer without a body has no name but this one. */
const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException && (error.name === 'NoSuchKey' || error.name === 'NotFound');

/** An object for each key, which nobody may read by its address unless the bucket says so. */
export function s3Storage(config: S3Config): StorageGateway {
  const { bucket: Bucket, endpoint, region, accessKeyId, secretAccessKey, pathStyle } = config;
  const client = new S3Client({
    region,
    ...(endpoint !== null && { endpoint }),
    forcePathStyle: pathStyle,
    credentials: { accessKeyId, secretAccessKey },
    requestHandler: PATIENCE,
    // Not every server that speaks S3 knows the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const objectOf = (key: string) => {
    checkKey(key);
    return { Bucket, Key: key };
  };
  return {
    async put(key, content) {
      await client.send(
        new PutObjectCommand({ ...objectOf(key), Body: content, ContentLength: content.byteLength }),
      );
    },
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
