// Pins the images of Dockerfile and compose.yaml to what their tags point to now. Needs Docker with buildx.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { imagesOf, pinImages } from './container/images.ts';

const files = ['Dockerfile', 'compose.yaml'];

/** Of the list of all platforms, so that the image is the same on each. */
function digestOf(name: string): string {
  const command = ['buildx', 'imagetools', 'inspect', name, '--format', '{{.Manifest.Digest}}'];
  const digest = execFileSync('docker', command, { encoding: 'utf8' }).trim();
  if (!/^sha256:[0-9a-f]{64}$/.test(digest)) throw new Error(`Not a digest of ${name}: ${digest}`);
  return digest;
}

const texts = files.map((file) => readFileSync(file, 'utf8'));
const names = new Set(texts.flatMap(imagesOf).map(({ name }) => name));
const digests = new Map([...names].map((name) => [name, digestOf(name)]));
for (const [index, file] of files.entries()) writeFileSync(file, pinImages(texts[index] ?? '', digests));
for (const [name, digest] of digests) console.log(`${name}@${digest}`);
