// Translators and extensions change the page: they replace its texts and insert elements. React expects the page as it was served, and
// would otherwise build it anew, losing what has been typed, what is open, and everything that is not in the payload.

/** The children of an element, with the text of those that are text. */
type Children = [ChildNode, string | null][];

/** A list that React's own script has yet to complete: its beginning is a comment. */
const isPending = (children: Children) =>
  children.some(([node]) => node.nodeType === Node.COMMENT_NODE && /^\$[?~]/.test(node.nodeValue ?? ''));

/** Whatever changes elements more often has an answer to each change: the two would never end. */
const maxRestored = 20_000;

let served: Map<Element, Children> | undefined;

/** Remembers the children of every element below `<body>` (React allows others in it). */
export function rememberServedPage(): void {
  served = new Map();
  for (const element of document.body.querySelectorAll('*')) {
    const children = childrenOf(element);
    if (!isPending(children)) served.set(element, children);
  }
}

/**
 * Puts the page back as it was served, and keeps it so until the returned function is called, which makes the changes again. Islands
 * that are hydrated may change meanwhile.
 */
export function holdServedPage(): () => void {
  const changed = new Map<Element, Children>();
  let restored = 0;
  const restore = (element: Element) => {
    const children = served?.get(element);
    if (!children || !element.isConnected || isSame(childrenOf(element), children) || element.closest('[data-island="ready"]')) return;
    restored += 1;
    if (restored > maxRestored) return;
    changed.set(element, childrenOf(element));
    setChildren(element, children);
  };
  const watch = new MutationObserver((changes) => {
    for (const { target } of changes) {
      const element = target instanceof Element ? target : target.parentElement;
      if (element) restore(element);
    }
    watch.takeRecords();
  });
  for (const element of served?.keys() ?? []) restore(element);
  watch.observe(document.body, { subtree: true, childList: true, characterData: true });
  return () => {
    watch.disconnect();
    for (const [element, children] of changed) {
      if (isSame(childrenOf(element), served?.get(element) ?? [])) setChildren(element, children);
    }
    changed.clear();
    served = undefined;
  };
}

function childrenOf(element: Element): Children {
  return [...element.childNodes].map((node) => [node, node.nodeType === Node.TEXT_NODE ? node.nodeValue : null]);
}

function isSame(some: Children, others: Children): boolean {
  return some.length === others.length && some.every(([node, text], index) => node === others[index]?.[0] && text === others[index][1]);
}

/** Gives an element these children. Those that it has already are not moved, so that a field keeps the focus. */
function setChildren(element: Element, children: Children): void {
  const nodes = children.map(([node]) => node);
  for (const node of [...element.childNodes]) if (!nodes.includes(node)) node.remove();
  let next: ChildNode | null = null;
  for (const [node, text] of [...children].reverse()) {
    if (node.parentNode !== element || node.nextSibling !== next) element.insertBefore(node, next);
    if (text !== null && node.nodeValue !== text) node.nodeValue = text;
    next = node;
  }
}
