// The papers say what is true: every file and link they name exists, every setting is explained.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { report } from './architecture/faults.ts';
import { projectFiles, root } from './architecture/files.ts';
import { checkPaper, checkSettings } from './papers.ts';

const read = (path: string) => ({ path, text: readFileSync(join(root, path), 'utf8') });
const papers = projectFiles(/^(README|CONTRIBUTING|docs\/.*)\.md$/);
report(
  [
    ...papers.flatMap((paper) => checkPaper(paper, (path) => existsSync(join(root, path)))),
    ...checkSettings(read('server/config.ts').text, read('docs/operate.md')),
  ],
  `${papers.length} papers name only what exists.`,
);
