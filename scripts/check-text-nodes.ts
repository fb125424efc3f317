// Checks scripts/architecture/text-nodes.ts.
import { join } from 'node:path';
import ts from 'typescript';
import { printViolations, root } from './architecture/files.ts';
import { checkTextNodes } from './architecture/text-nodes.ts';

const islands = /^src\/islands\/(?!testing\/)(?!.*\.test\.tsx$).*\.tsx$/;
const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent({ ...config, include: ['src/env.d.ts'] }, ts.sys, root);
const files = ts.sys.readDirectory(join(root, 'src/islands'), ['.tsx']);
const program = ts.createProgram([join(root, 'src/env.d.ts'), ...files], options);
printViolations(checkTextNodes(program, root, islands), 'No text node of an island has siblings.');
