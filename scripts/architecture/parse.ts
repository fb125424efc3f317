import ts from 'typescript';

export interface SourceText {
  /** From the root, with forward slashes. */
  path: string;
  text: string;
}

export interface Found {
  name: string;
  line: number;
}

export interface Parsed {
  imports: Found[];
  /** Names of variables, parameters, functions, classes and types, without keys of objects. */
  declared: Found[];
  /** Used global names, such as `fetch`, `Date.now`, `new Date()`. */
  globals: Found[];
}

export function parse(file: SourceText): Parsed {
  const parsed: Parsed = { imports: [], declared: [], globals: [] };
  for (const text of scriptsOf(file)) {
    const kind = file.path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
    const source = ts.createSourceFile(file.path, text, ts.ScriptTarget.Latest, true, kind);
    const bound = boundNames(source);
    const line = (node: ts.Node) => source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
    walk(source, (node) => {
      const target = importOf(node);
      if (target) parsed.imports.push({ name: target, line: line(node) });
      const declared = declaredBy(node);
      if (declared) parsed.declared.push({ name: declared.text, line: line(declared) });
      const name = globalOf(node, bound);
      if (name) parsed.globals.push({ name, line: line(node) });
    });
  }
  return parsed;
}

/** Script parts of a file, padded with blank lines to keep line numbers. */
export function scriptsOf({ path, text }: SourceText): string[] {
  if (!path.endsWith('.astro')) return [text];
  const parts = [
    ...text.matchAll(/^---\n([\s\S]*?)\n---|<script\b(?![^>]*\bis:inline)[^>]*>([\s\S]*?)<\/script>/g),
  ];
  return parts.map((part) => {
    const code = part[1] ?? part[2] ?? '';
    const before = text.slice(0, part.index + part[0].indexOf(code)).split('\n').length - 1;
    return '\n'.repeat(before) + code;
  });
}

export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

function importOf(node: ts.Node): string | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
    return node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)
      ? node.moduleSpecifier.text
      : undefined;
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const [target] = node.arguments;
    return target && ts.isStringLiteralLike(target) ? target.text : undefined;
  }
  const inType =
    ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined;
  return inType && ts.isStringLiteral(inType) ? inType.text : undefined;
}

/** The name that a node declares; that of an import only if it is renamed. */
function declaredBy(node: ts.Node): ts.Identifier | undefined {
  const declares =
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isClassLike(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isTypeParameterDeclaration(node) ||
    (ts.isImportSpecifier(node) && node.propertyName !== undefined);
  return declares && node.name && ts.isIdentifier(node.name) ? node.name : undefined;
}

/** Names declared or imported by the file, so no globals. */
function boundNames(source: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  walk(source, (node) => {
    const imports = ts.isImportSpecifier(node) || ts.isImportClause(node) || ts.isNamespaceImport(node);
    const name = declaredBy(node) ?? (imports ? node.name : undefined);
    if (name) names.add(name.text);
  });
  return names;
}

const scopes = ['window', 'globalThis', 'self'];

function globalOf(node: ts.Node, bound: ReadonlySet<string>): string | undefined {
  if (ts.isNewExpression(node) && ts.isIdentifier(node.expression) && !node.arguments?.length) {
    return bound.has(node.expression.text) ? undefined : `new ${node.expression.text}()`;
  }
  if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression)) {
    if (bound.has(node.expression.text)) return undefined;
    if (scopes.includes(node.expression.text)) return node.name.text;
    return `${node.expression.text}.${node.name.text}`;
  }
  return ts.isIdentifier(node) && isValue(node) && !bound.has(node.text) ? node.text : undefined;
}

/** Whether an identifier is read as a value, not the name of a declaration, member or type. */
function isValue(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isTypeNode(parent) || ts.isTypeParameterDeclaration(parent) || ts.isQualifiedName(parent))
    return false;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAssignment(parent) || ts.isJsxAttribute(parent)) return parent.name !== node;
  return !('name' in parent && parent.name === node) && !ts.isImportSpecifier(parent);
}
