// @ts-check
// Compresses the build's output once with the best ratio, so that no request has to wait for it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const kinds = new Set(['.css', '.js', '.json', '.svg', '.txt', '.xml']);
/** In bytes; compressing smaller files saves little compared with the encoding's header. */
const SMALLEST = 512;

/**
 * Writes `file.br` and `file.gz` beside every text file below a folder.
 * @param {string} folder
 */
export function precompress(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !kinds.has(extname(entry.name))) continue;
    const file = join(entry.parentPath, entry.name);
    const text = readFileSync(file);
    if (text.length < SMALLEST) continue;
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
    writeFileSync(`${file}.br`, brotliCompressSync(text, { params }));
    writeFileSync(`${file}.gz`, gzipSync(text, { level: constants.Z_BEST_COMPRESSION }));
  }
}
