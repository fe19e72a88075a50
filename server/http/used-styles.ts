/** The file of `IndexedStyles`, beside the built server. */
export const stylesIndex = 'styles.json';

/** A name that a page must have, as element, class, id, attribute or value; or a part of one. */
export type Need = string | { part: string };
type Choice = { text: string; needs: Need[] };
/** The text of a selector, with the choices of each `:is()` and `:where()`, of which one must be there. */
export type IndexedSelector = { parts: (string | Choice[])[]; needs: Need[] };
type IndexedRule = {
  selectors: IndexedSelector[];
  /** Its declarations, without those of variables. */
  body: string;
  reads: string[];
  variables: { name: string; text: string; reads: string[] }[];
  /** Keyframes that it names. */
  animations: string[];
};
type IndexedNode =
  | IndexedRule
  | { head: string; nodes: IndexedNode[] }
  | { property: string; text: string }
  | { keyframes: string; text: string }
  | { text: string };
/** A stylesheet by what its rules need of a page, in its order. scripts/index-styles.ts makes it with the build. */
export type IndexedStyles = IndexedNode[];

/**
 * The rules of a stylesheet that mean something to a page with these names, and of variables and keyframes those that they use.
 * A rule is left out only if no element of the page, and none of its parts, can be what it asks for.
 */
export function pickStyles(styles: IndexedStyles, names: ReadonlySet<string>): string {
  const kept = pick(styles, (need) => has(names, need));
  const rules = allRules(kept);
  const used = readBy(rules);
  const animations = new Set(rules.flatMap((rule) => rule.animations));
  return write(kept, { used, animations });
}

type Picked =
  | Exclude<IndexedNode, IndexedRule | { head: string }>
  | (Omit<IndexedRule, 'selectors'> & { selector: string })
  | { head: string; nodes: Picked[] };
type PickedRule = Extract<Picked, { selector: string }>;

function has(names: ReadonlySet<string>, need: Need): boolean {
  if (typeof need === 'string') return names.has(need);
  for (const name of names) if (name.includes(need.part)) return true;
  return false;
}

function pick(nodes: IndexedStyles, isThere: (need: Need) => boolean): Picked[] {
  return nodes.flatMap((node): Picked[] => {
    if ('nodes' in node) {
      const inner = pick(node.nodes, isThere);
      return inner.length > 0 ? [{ head: node.head, nodes: inner }] : [];
    }
    if (!('selectors' in node)) return [node];
    const selector = node.selectors.flatMap((one) => selectorFor(one, isThere) ?? []).join();
    return selector ? [{ ...node, selector }] : [];
  });
}

/** The selector without choices of which nothing is there; undefined where it can find nothing. */
function selectorFor({ parts, needs }: IndexedSelector, isThere: (need: Need) => boolean): string | undefined {
  if (!needs.every(isThere)) return undefined;
  let text = '';
  for (const part of parts) {
    if (typeof part === 'string') text += part;
    else {
      const choices = part.filter((choice) => choice.needs.every(isThere));
      if (choices.length === 0) return undefined;
      text += choices.map((choice) => choice.text).join();
    }
  }
  return text;
}

function allRules(nodes: Picked[]): PickedRule[] {
  return nodes.flatMap((node) => ('nodes' in node ? allRules(node.nodes) : 'selector' in node ? [node] : []));
}

/** The variables that rules read, and those that these are made of. */
function readBy(rules: PickedRule[]): Set<string> {
  const used = new Set(rules.flatMap(({ reads }) => reads));
  const variables = rules.flatMap((rule) => rule.variables);
  // A set is walked to its end, also to what is added meanwhile.
  for (const name of used)
    for (const variable of variables) if (variable.name === name) for (const other of variable.reads) used.add(other);
  return used;
}

function write(nodes: Picked[], wanted: { used: Set<string>; animations: Set<string> }): string {
  return nodes
    .map((node) => {
      if ('nodes' in node) {
        const inner = write(node.nodes, wanted);
        return inner && `${node.head}{${inner}}`;
      }
      if ('selector' in node) {
        const variables = node.variables.filter(({ name }) => wanted.used.has(name)).map(({ text }) => text);
        const body = [...variables, ...(node.body ? [node.body] : [])].join(';');
        return body && `${node.selector}{${body}}`;
      }
      if ('property' in node) return wanted.used.has(node.property) ? node.text : '';
      if ('keyframes' in node) return wanted.animations.has(node.keyframes) ? node.text : '';
      return node.text;
    })
    .join('');
}
