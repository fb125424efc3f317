import { z } from 'zod';
import { is } from './explained.ts';

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
