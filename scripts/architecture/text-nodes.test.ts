import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { root } from './files.ts';
import { checkTextNodes } from './text-nodes.ts';

/** Line numbers of the violations in a component. */
function refused(source: string): number[] {
  const file = join(root, 'src/islands/Sample.tsx');
  const options: ts.CompilerOptions = {
    jsx: ts.JsxEmit.ReactJSX,
    strict: true,
    skipLibCheck: true,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    module: ts.ModuleKind.ESNext,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (path) => path === file || fileExists(path);
  host.getSourceFile = (path, target) =>
    path === file ? ts.createSourceFile(path, source, target) : getSourceFile(path, target);
  const program = ts.createProgram([file], options, host);
  return checkTextNodes(program, root, /^src\/islands\//).map(({ line }) => line);
}

const head = `import type { ReactElement, ReactNode } from 'react';
const name: string = 'Vera', count: number = 2, isOn = count > 1, list = ['a', 'b'];
`;

it('refuses a text with siblings in its element and allows every other', () => {
  const wrong = [
    'export const A = () => <p>{count} paid</p>;',
    'export const B = () => <p><b>VIP</b>{name}</p>;',
    'export const C = () => <p><b>VIP</b>{isOn && name}</p>;',
    'export const D = () => <p>{count && <b>VIP</b>}<i /></p>;',
    'export const E = () => <>{name}</>;',
    'export const F = () => name;',
    'export const G = () => <p>{list}</p>;',
    'export const H = ({ children }: { children: ReactNode }) => <p><i />{children}</p>;',
    'export const I = () => <p>Paid{isOn && <b>VIP</b>}</p>;',
  ];
  const fine = [
    "export const J = () => <p>{[count, 'paid'].join(' ')}</p>;",
    'export const K = () => <p><b>VIP</b> <span>{name}</span></p>;',
    'export const L = () => <p>{isOn ? name : <b>VIP</b>}</p>;',
    "export const M = () => <p><b>VIP</b>{' '}<b>{count}</b></p>;",
    'export const N = () => <ul>{list.map((one) => <li key={one}>{one}</li>)}</ul>;',
    'export const O = ({ children }: { children: ReactElement }) => <p><i />{children}</p>;',
    'export const P = () => <>{isOn && <b>VIP</b>}<i /></>;',
  ];
  const first = head.split('\n').length;
  const lines = refused(head + [...wrong, ...fine].join('\n'));
  expect([...new Set(lines)]).toEqual(wrong.map((_, at) => first + at));
});
