import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../architecture/files.ts';
import { imagesOf, pinImages } from '../pin-images.ts';

const digest = (letter: string) => `sha256:${letter.repeat(64)}`;

it('pins each image to its digest, and replaces an older one', () => {
  const dockerfile = `FROM node:24-bookworm-slim AS build\nRUN npm ci\nFROM debian:bookworm-slim@${digest('a')}\nCOPY --from=build /app /app\n`;
  const compose = 'services:\n  product:\n    build:\n  redis:\n    image: redis:7-bookworm\n';
  const digests = new Map([
    ['node:24-bookworm-slim', digest('b')],
    ['debian:bookworm-slim', digest('c')],
    ['redis:7-bookworm', digest('d')],
  ]);
  expect(pinImages(dockerfile, digests)).toBe(
    `FROM node:24-bookworm-slim@${digest('b')} AS build\nRUN npm ci\nFROM debian:bookworm-slim@${digest('c')}\nCOPY --from=build /app /app\n`,
  );
  expect(imagesOf(pinImages(compose, digests))).toEqual([{ name: 'redis:7-bookworm', digest: digest('d') }]);
  expect(() => pinImages(dockerfile, new Map())).toThrow('No digest for node:24-bookworm-slim');
});

it('finds every image of the product’s files, all pinned to a digest', () => {
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const [dockerfile, compose] = [read('Dockerfile'), read('compose.yaml')];
  const lines = [...dockerfile.matchAll(/^FROM /gm), ...compose.matchAll(/^\s+image:/gm)];
  const images = [dockerfile, compose].flatMap(imagesOf);
  expect(images).toHaveLength(lines.length);
  expect(images.filter((image) => image.digest === null)).toEqual([]);
});
