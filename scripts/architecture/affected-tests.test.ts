import { describe, expect, it } from 'vitest';
import { affectedTests } from './affected-tests.ts';

const subpaths = { '#server/*': './server/*', '#lib/*': './src/lib/*', '#contract/*': './contract/*' };
const sources = {
  'contract/chat/tips.ts': '',
  'contract/chat/tips.test.ts': "import './tips.ts';",
  'server/chat/tips/send-tip.ts': "import '#contract/chat/tips.ts';",
  'server/chat/tips/send-tip.test.ts': "import '#server/testing/test-app.ts';",
  'server/boot/services.ts': "import '#server/chat/tips/send-tip.ts';",
  'server/testing/test-app.ts': "import '#server/boot/services.ts';",
  'server/wallet/bundles.test.ts': "import '#server/testing/test-app.ts';",
  'server/studio/income.ts': "import '#server/chat/tips/send-tip.ts';",
  'server/studio/income.test.ts': "import './income.ts';",
  'src/lib/chat/tips/tips.test.ts': "import '../../testing/page.ts';",
  'e2e/built/tips.test.ts': "import '#contract/chat/tips.ts';",
};
const files = Object.entries(sources).map(([path, text]) => ({ path, text }));

describe('tests affected by a change', () => {
  it('include those that import it, directly or not', () => {
    expect(affectedTests(files, ['contract/chat/tips.ts'], subpaths)).toEqual(
      expect.arrayContaining(['contract/chat/tips.test.ts', 'server/studio/income.test.ts']),
    );
  });

  it('include those of its chapter in every root', () => {
    expect(affectedTests(files, ['server/chat/tips/send-tip.ts'], subpaths)).toEqual(
      expect.arrayContaining(['server/chat/tips/send-tip.test.ts', 'src/lib/chat/tips/tips.test.ts']),
    );
  });

  it('exclude tests that only start the product', () => {
    expect(affectedTests(files, ['server/chat/tips/send-tip.ts'], subpaths)).not.toContain(
      'server/wallet/bundles.test.ts',
    );
  });

  it('include a changed test itself, but no test of the built site', () => {
    expect(affectedTests(files, ['server/wallet/bundles.test.ts'], subpaths)).toEqual([
      'server/wallet/bundles.test.ts',
    ]);
    expect(affectedTests(files, ['contract/chat/tips.ts'], subpaths)).not.toContain('e2e/built/tips.test.ts');
  });
});
