import { describe, expect, it } from 'vitest';
import { html } from './markup.ts';

describe('html', () => {
  it.each([
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['" onclick="x', '&#34; onclick=&#34;x'],
    ["' onclick='x", '&#39; onclick=&#39;x'],
    ['&amp;', '&#38;amp;'],
  ])('lets nothing of %s be markup', (text, expected) => {
    expect(html`<p title="${text}">${text}</p>`.text).toBe(`<p title="${expected}">${expected}</p>`);
  });

  it('takes markup as it is, joins lists, and leaves out what is not there', () => {
    const items = [1, 2].map((number) => html`<li>${number}</li>`);
    expect(html`<ul>${items}${false}${undefined}</ul>`.text).toBe('<ul><li>1</li><li>2</li></ul>');
  });
});
