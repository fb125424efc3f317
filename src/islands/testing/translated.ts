import { afterEach, beforeEach, expect } from 'vitest';

// Component tests run on a page translated as in Chrome: each text node is replaced by a new one in two `<font>`.
// A test fails if React writes into a removed text node or throws `NotFoundError`.
const faults: string[] = [];

const lost = new MutationObserver((records) => {
  for (const { target } of records) faults.push(`written where nobody sees it: ${target.textContent}`);
});

const UNTRANSLATED = 'font, script, style, textarea, svg, title, [translate=no]';

function translate(text: Text): void {
  const { parentElement: parent } = text;
  if (!parent || parent.closest(UNTRANSLATED) || !text.data.trim()) return;
  const font = document.createElement('font');
  font.append(document.createElement('font'));
  font.firstElementChild?.append(text.data);
  parent.replaceChild(font, text);
  lost.observe(text, { characterData: true });
}

function translateAll(root: Node): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode()) found.push(walker.currentNode as Text);
  if (root instanceof Text) found.push(root);
  found.forEach(translate);
}

const translator = new MutationObserver((records) => {
  for (const { addedNodes, type, target } of records) {
    for (const node of addedNodes) translateAll(node);
    if (type === 'characterData') translateAll(target);
  }
});

/** React logs this error only if there is a boundary around it. */
for (const method of ['insertBefore', 'removeChild'] as const) {
  const original = Node.prototype[method] as (this: Node, ...nodes: [Node, Node]) => Node;
  Object.defineProperty(Node.prototype, method, {
    configurable: true,
    writable: true,
    value(this: Node, ...nodes: [Node, Node]): Node {
      try {
        return original.apply(this, nodes);
      } catch (error) {
        faults.push(`${method}: ${nodes.map((node) => node?.textContent).join(', ')}: ${error}`);
        throw error;
      }
    },
  });
}

beforeEach(() => {
  faults.length = 0;
  translateAll(document.body);
  translator.observe(document.body, { childList: true, characterData: true, subtree: true });
});

afterEach(() => {
  translator.disconnect();
  lost.disconnect();
  expect(faults, 'what a translated page loses').toEqual([]);
});
