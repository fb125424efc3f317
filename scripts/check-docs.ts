// The docs say what is true: every file and link they name exists, every setting is explained, the map is counted.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFiles, root } from './architecture/files.ts';
import { report } from './architecture/violations.ts';
import { checkDoc, checkMap, checkSettings } from './docs/check.ts';

const read = (path: string) => ({ path, text: readFileSync(join(root, path), 'utf8') });
const docs = projectFiles(/^(packages\/[^/]+\/)?(README|CONTRIBUTING|docs\/.*)\.md$/);
report(
  [
    ...docs.flatMap((doc) => checkDoc(doc, (path) => existsSync(join(root, path)))),
    ...checkMap(read('docs/spec-map.md')),
    ...checkSettings(read('server/config/config.ts').text, read('docs/operate.md')),
  ],
  `${docs.length} docs name only what exists.`,
);
