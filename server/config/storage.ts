import { z } from 'zod';
import { is } from './explained.ts';

/** Where files sent by members are stored. */
export type StorageConfig =
  | { readonly kind: 'folder' }
  | {
      readonly kind: 's3';
      readonly endpoint: string | null;
      readonly region: string;
      readonly bucket: string;
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
      /** Puts the bucket in the path instead of the host name. */
      readonly pathStyle: boolean;
    };

export const storageSchemas = {
  kind: z.enum(['folder', 's3']).default('folder'),
  endpoint: z.url().optional(),
  region: z.string().default('us-east-1'),
  text: z.string().optional(),
};

interface StorageVariables {
  readonly STORAGE: 'folder' | 's3';
  readonly S3_ENDPOINT?: string | undefined;
  readonly S3_REGION: string;
  readonly S3_BUCKET?: string | undefined;
  readonly S3_ACCESS_KEY_ID?: string | undefined;
  readonly S3_SECRET_ACCESS_KEY?: string | undefined;
  readonly S3_PATH_STYLE: boolean;
}

/** The configuration, or a sentence about what is wrong. */
export function storageConfig(env: StorageVariables): StorageConfig | string {
  if (env.STORAGE === 'folder') return { kind: 'folder' };
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!bucket || !accessKeyId || !secretAccessKey)
    return 'STORAGE=s3 needs S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.';
  return {
    kind: 's3',
    endpoint: env.S3_ENDPOINT ?? null,
    region: env.S3_REGION,
    bucket,
    accessKeyId,
    secretAccessKey,
    pathStyle: env.S3_PATH_STYLE,
  };
}

export interface ScanConfig {
  /** Program and arguments of the scanner for received files; null for none. */
  scanCommand: readonly string[] | null;
}

export const scanVariables = {
  SCAN_COMMAND: is(
    z.string().trim().min(1).optional(),
    'program with arguments, separated by spaces, that gets each received file on its standard input: exit code 0 accepts it, 1 refuses it, see [scanner](operate/moderation.md#a-scanner-for-files)',
    'none: files are not scanned',
  ),
};

export const scanConfig = ({ SCAN_COMMAND: command }: { SCAN_COMMAND?: string | undefined }): ScanConfig => ({
  scanCommand: command?.split(/\s+/) ?? null,
});
