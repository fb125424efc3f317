import { join } from 'node:path';
import type { StorageConfig } from '#server/config/storage.ts';
import type { StorageGateway } from '#server/ports/gateways.ts';
import { folderStorage } from './folder.ts';

export interface StorageSettings {
  dataDir: string;
  storage: StorageConfig;
}

/** The S3 library is loaded only if it is used. */
export async function createStorage({ dataDir, storage }: StorageSettings): Promise<StorageGateway> {
  if (storage.kind === 'folder') return folderStorage(join(dataDir, 'files'));
  const { s3Storage } = await import('./s3.ts');
  return s3Storage(storage);
}
