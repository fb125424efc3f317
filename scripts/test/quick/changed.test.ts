import { expect, it } from 'vitest';
import { readDiff } from './changed.ts';

it('reads changed and deleted files of a diff, with their lines', () => {
  const diff = `diff --git a/a.ts b/a.ts
index 1..2 100644
--- a/a.ts
+++ b/a.ts
@@ -3 +3,2 @@ function a()
-old
+new
+more
diff --git a/gone.ts b/gone.ts
deleted file mode 100644
index 1..0
--- a/gone.ts
+++ /dev/null
@@ -1 +0,0 @@
-all
diff --git a/picture.png b/picture.png
index 1..2 100644
Binary files a/picture.png and b/picture.png differ
`;
  expect(readDiff(diff)).toEqual([
    { path: 'a.ts', isGone: false, lines: ['old', 'new', 'more'], at: [3] },
    { path: 'gone.ts', isGone: true, lines: ['all'], at: [] },
    { path: 'picture.png', isGone: false, lines: [], at: [] },
  ]);
});
