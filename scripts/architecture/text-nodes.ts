import { relative } from 'node:path';
import ts from 'typescript';
import type { Violation } from './files.ts';

/**
 * Finds text nodes with siblings. A translating browser wraps each text node in two `<font>` elements; then React no
 * longer updates a text node with siblings, and removing it throws.
 */
export function checkTextNodes(program: ts.Program, root: string, paths: RegExp): Violation[] {
  const checker = program.getTypeChecker();
  return program.getSourceFiles().flatMap((source) => {
    const file = relative(root, source.fileName);
    if (!paths.test(file)) return [];
    const violations: Violation[] = [];
    const visit = (node: ts.Node): void => {
      for (const [text, message] of faultsOf(node, checker)) {
        const { line } = source.getLineAndCharacterOfPosition(text.getStart(source));
        violations.push({ file, line: line + 1, rule: 'text node', message });
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    return violations;
  });
}

type Fault = [ts.Node, string];

function faultsOf(node: ts.Node, checker: ts.TypeChecker): Fault[] {
  if (ts.isJsxElement(node) || ts.isJsxFragment(node)) return faultsOfChildren(node, checker);
  return isComponent(node) && returnsText(node, checker)
    ? [[node, 'a component must not return text: put it into an element']]
    : [];
}

function faultsOfChildren(node: ts.JsxElement | ts.JsxFragment, checker: ts.TypeChecker): Fault[] {
  const children = node.children.filter((child) => !isBlank(child));
  const [only] = children;
  if (children.length === 1 && only && ts.isJsxElement(node)) {
    return ts.isJsxExpression(only) && only.expression && isTextList(only.expression, checker)
      ? [[only, 'a list of texts as the only child: put each into an element']]
      : [];
  }
  return children
    .filter((child) => isText(child, checker))
    .map((child) => [child, `${child.getText()}: text with siblings, put it into its own element`]);
}

/** Whether JSX renders nothing for it. */
function isBlank(child: ts.JsxChild): boolean {
  if (ts.isJsxText(child)) return child.text.trim() === '';
  return ts.isJsxExpression(child) && (!child.expression || isSpace(child.expression));
}

/** A space never changes and is never translated. */
const isSpace = (node: ts.Expression) => ts.isStringLiteral(node) && node.text.trim() === '';

function isText(child: ts.JsxChild, checker: ts.TypeChecker): boolean {
  if (ts.isJsxText(child)) return true;
  if (!ts.isJsxExpression(child) || !child.expression) return false;
  return mayBeText(checker.getTypeAtLocation(child.expression), checker);
}

const textFlags = ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BigIntLike;

function mayBeText(type: ts.Type, checker: ts.TypeChecker, seen = new Set<ts.Type>()): boolean {
  if (seen.has(type)) return false;
  seen.add(type);
  if (type.isUnion()) return type.types.some((one) => mayBeText(one, checker, seen));
  if (type.isStringLiteral() && type.value === '') return false;
  return (type.flags & (textFlags | ts.TypeFlags.Any)) !== 0 || mayBeTextList(type, checker, seen);
}

function mayBeTextList(type: ts.Type, checker: ts.TypeChecker, seen = new Set<ts.Type>()): boolean {
  if (type.isUnion()) return type.types.some((one) => mayBeTextList(one, checker, seen));
  const item = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference)[0] : undefined;
  return item !== undefined && mayBeText(item, checker, seen);
}

const isTextList = (node: ts.Expression, checker: ts.TypeChecker) =>
  mayBeTextList(checker.getTypeAtLocation(node), checker);

type FunctionNode = ts.FunctionDeclaration | ts.ArrowFunction;

function isComponent(node: ts.Node): node is FunctionNode {
  if (ts.isFunctionDeclaration(node)) return /^[A-Z]/.test(node.name?.text ?? '');
  return (
    ts.isArrowFunction(node) &&
    ts.isVariableDeclaration(node.parent) &&
    ts.isIdentifier(node.parent.name) &&
    /^[A-Z]/.test(node.parent.name.text)
  );
}

function returnsText(node: FunctionNode, checker: ts.TypeChecker): boolean {
  const signature = checker.getSignatureFromDeclaration(node);
  return signature !== undefined && mayBeText(checker.getReturnTypeOfSignature(signature), checker);
}
