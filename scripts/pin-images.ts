// Pins the images of Dockerfile and compose.yaml to what their tags point to now. Needs Docker with buildx.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const files = ['Dockerfile', 'compose.yaml'];

/** Of the list of all platforms, so that the image is the same on each. */
function digestOf(name: string): string {
  const command = ['buildx', 'imagetools', 'inspect', name, '--format', '{{.Manifest.Digest}}'];
  const digest = execFileSync('docker', command, { encoding: 'utf8' }).trim();
  if (!/^sha256:[0-9a-f]{64}$/.test(digest)) throw new Error(`Not a digest of ${name}: ${digest}`);
  return digest;
}

export interface Image {
  /** With its tag: `node:24-bookworm-slim`. */
  readonly name: string;
  /** `sha256:…`; null if whatever the tag points to is used. */
  readonly digest: string | null;
}

/** A base image of a Dockerfile, or the image of a service in compose.yaml. */
const LINE = /^(FROM|\s+image:) +([\w./-]+:[\w.-]+)(?:@(sha256:[0-9a-f]{64}))?/gm;

export const imagesOf = (text: string): Image[] =>
  [...text.matchAll(LINE)].map(([, , name = '', digest = null]) => ({ name, digest }));

/** The text with each image at the digest that `digests` has for its name. Throws if one is missing. */
export const pinImages = (text: string, digests: ReadonlyMap<string, string>): string =>
  text.replaceAll(LINE, (_, start: string, name: string) => {
    const digest = digests.get(name);
    if (digest === undefined) throw new Error(`No digest for ${name}`);
    return `${start} ${name}@${digest}`;
  });

if (import.meta.main) {
  const texts = files.map((file) => readFileSync(file, 'utf8'));
  const names = new Set(texts.flatMap(imagesOf).map(({ name }) => name));
  const digests = new Map([...names].map((name) => [name, digestOf(name)]));
  for (const [index, file] of files.entries()) writeFileSync(file, pinImages(texts[index] ?? '', digests));
  for (const [name, digest] of digests) console.log(`${name}@${digest}`);
}
