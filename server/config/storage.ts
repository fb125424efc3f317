import { z } from 'zod';

/** Where files that members send are kept. */
export type StorageConfig =
  | { readonly kind: 'folder' }
  | {
      readonly kind: 's3';
      readonly endpoint: string | null;
      readonly region: string;
      readonly bucket: string;
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
      /** The bucket in the path instead of in the host's name. */
      readonly pathStyle: boolean;
    };

export const storageSchemas = {
  STORAGE: z.enum(['folder', 's3']).default('folder'),
  /** Left out: Amazon's own, of the region. */
  S3_ENDPOINT: z.url().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_PATH_STYLE: z.stringbool().default(false),
};
const environmentSchema = z.object(storageSchemas);

/** Or what is wrong with it in a sentence. */
export function storageConfig(env: z.output<typeof environmentSchema>): StorageConfig | string {
  if (env.STORAGE === 'folder') return { kind: 'folder' };
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!bucket || !accessKeyId || !secretAccessKey)
    return 'STORAGE=s3 needs S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.';
  return {
    kind: 's3',
    endpoint: env.S3_ENDPOINT ?? null,
    region: env.S3_REGION,
    ...{ bucket, accessKeyId, secretAccessKey },
    pathStyle: env.S3_PATH_STYLE,
  };
}
