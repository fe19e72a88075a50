/** Runs in the page: replaces its texts as the translator built into Chromium does, each with a text in two elements `font`. */
export function translate(): void {
  const untranslated = new Set(['SCRIPT', 'STYLE', 'TEXTAREA', 'OPTION', 'SELECT', 'FONT']);
  const walk = (node: Node) => {
    for (const child of node.childNodes) {
      if (child instanceof Text && child.data.trim()) {
        const [outer, inner] = [document.createElement('font'), document.createElement('font')];
        inner.textContent = `«${child.data}»`;
        outer.append(inner);
        child.replaceWith(outer);
      } else if (child instanceof Element && !untranslated.has(child.tagName)) walk(child);
    }
  };
  walk(document.body);
}

/** Runs in the page: replaces its texts as Firefox and Safari do, in place. */
export function translateInPlace(): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    const isShown = !text.parentElement?.closest('script, style, textarea');
    if (isShown && text.data.trim()) text.data = `«${text.data}»`;
  }
}
