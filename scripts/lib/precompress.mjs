// @ts-check
// Compresses the build's output once with the best ratio, so that no request has to wait for it.
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const kinds = new Set(['.css', '.js', '.json', '.svg', '.txt', '.xml']);
/** In bytes; compressing smaller files saves little compared with the encoding's header. */
const SMALLEST = 512;
const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];

/**
 * Writes `file.br` and `file.gz` beside every text file below a folder, on all cores.
 * @param {string} folder
 */
export async function precompress(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const texts = entries.filter((entry) => entry.isFile() && kinds.has(extname(entry.name)));
  await Promise.all(texts.map((entry) => compress(join(entry.parentPath, entry.name))));
}

/** @param {string} file */
async function compress(file) {
  const text = await readFile(file);
  if (text.length < SMALLEST) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  await Promise.all([
    toBrotli(text, { params }).then((short) => writeFile(`${file}.br`, short)),
    toGzip(text, { level: constants.Z_BEST_COMPRESSION }).then((short) => writeFile(`${file}.gz`, short)),
  ]);
}
