// The script that stands in every page (server/http/finish-html.ts), so that nothing a visitor does is lost from the first
// moment. Pages are native first: React is fetched only when a visitor touches something that needs it, an island
// (`data-island`). Until an island is ready, what is done in it is kept and done again for it. It imports nothing: what is
// not needed before the page has been painted comes after that, with ./after-view.ts.

/** What does not arrive within this time (ms) is done without: a held form is sent, a held link followed natively. */
const hydrationLimit = 8_000;

const page = document.getElementById('page-app')?.dataset;

let hydrating = false;
let failed = false;
/** Of ./after-view.ts: whether it has come, and what it begins with is done. */
let rest: Promise<boolean> | undefined;
let restIsThere = false;

/** Starts React once, on pages that have something for it. Where that fails the page goes on as plain HTML. */
function hydrate(): void {
  if (hydrating || !page || !document.querySelector('[data-island]')) return;
  hydrating = true;
  start(page).catch(async () => {
    failed = true;
    // It hears of this.
    await loadRest();
    document.dispatchEvent(new Event('app-failed'));
  });
}

/**
 * `app` is Waku's entry; `modules` are fetched beside it instead of after it; `payload` is what the server components of
 * this very page answered, where the page does not carry that itself. See server/http/renderer.ts and finish-html.ts.
 */
async function start({ app, modules, payload }: DOMStringMap): Promise<void> {
  for (const href of modules?.split(' ') ?? []) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
  if (payload) {
    const response = await fetch(payload);
    // Without the words that this very HTML was made of, React would take the page apart and lose what is typed in it.
    if (!response.ok) throw new Error(`No payload: ${response.status}`);
    Object.assign(globalThis, { __WAKU_HYDRATE__: true, __WAKU_INITIAL_RSC__: { response: Promise.resolve(response) } });
  }
  await import(/* @vite-ignore */ app ?? '');
}

for (const intent of ['pointerdown', 'keydown', 'focusin']) {
  document.addEventListener(intent, hydrate, { capture: true, passive: true });
}
document.addEventListener('pointerover', ({ target }) => target instanceof Element && target.closest('[data-island]') && hydrate(), {
  passive: true,
});

/** Holds an event of an island that is not ready, and runs `again` once it is, or `otherwise` when that takes too long. */
function holdUntilReady(event: Event, again: (island: HTMLElement) => void, otherwise: () => void): void {
  const island = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-island]') : null;
  if (!island || island.dataset.island === 'ready' || failed) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  hydrate();
  const cancel = new AbortController();
  const giveUp = () => {
    clearTimeout(timer);
    cancel.abort();
    otherwise();
  };
  const timer = setTimeout(giveUp, hydrationLimit);
  const retry = () => {
    if (island.dataset.island !== 'ready') return;
    clearTimeout(timer);
    cancel.abort();
    again(island);
  };
  document.addEventListener('island-ready', retry, { signal: cancel.signal });
  document.addEventListener('app-failed', giveUp, { signal: cancel.signal });
}

/** Sends a held form, or the one that React has put in its place while the code was on its way. */
function sendAgain(island: HTMLElement, form: HTMLFormElement, submitter: HTMLElement | null): void {
  if (form.isConnected) {
    form.requestSubmit(submitter);
    return;
  }
  const button = island.querySelector<HTMLElement>('form [type="submit"]');
  button?.focus({ preventScroll: true });
  button?.click();
}

/** When the page was opened, and a key of this visit: makes a form that is sent twice one message. */
const ticket = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

document.addEventListener(
  'submit',
  (event) => {
    const { target: form, submitter } = event as SubmitEvent & { target: HTMLFormElement };
    const field = form.elements.namedItem('form_ticket');
    if (field instanceof HTMLInputElement) field.value = ticket;
    holdUntilReady(
      event,
      (island) => sendAgain(island, form, submitter),
      () => form.submit(),
    );
  },
  { capture: true },
);
document.addEventListener(
  'click',
  (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-island] button[type="button"]') : null;
    if (!button || button.hasAttribute('command') || button.hasAttribute('popovertarget')) return;
    holdUntilReady(
      event,
      () => button.click(),
      () => {},
    );
  },
  { capture: true },
);

/**
 * Holds what needs ./after-view.ts, and runs `again` once that is there, or `otherwise` when it fails or takes too long. What
 * was done first is done first.
 */
function holdUntilRest(event: Event, again: () => void, otherwise: () => void): void {
  if (restIsThere) return;
  event.preventDefault();
  const tooLate = new Promise<boolean>((resolve) => setTimeout(resolve, hydrationLimit, false));
  void Promise.race([loadRest(), tooLate]).then((hasCome) => (hasCome ? again() : otherwise()));
}

// A link onto the shortlist adds without leaving the page; a change of the list on its own page is known as one's own; buttons open
// and close dialogs by `command` in browsers that do not know it yet. These capture: React ends the way of an event in what
// it has not made its own yet.
const ofTheRest = `a[data-shortlist-add], a[data-shortlist-edit]${'command' in HTMLButtonElement.prototype ? '' : ', [commandfor]'}`;
document.addEventListener(
  'click',
  (event) => {
    const pressed = event.target instanceof Element && event.target.closest<HTMLElement>(ofTheRest);
    if (!pressed || event.ctrlKey || event.metaKey || event.shiftKey) return;
    holdUntilRest(
      event,
      () => pressed.click(),
      () => pressed instanceof HTMLAnchorElement && location.assign(pressed.href),
    );
  },
  { capture: true },
);
document.addEventListener(
  'submit',
  (event) => {
    const { target: form, submitter } = event as SubmitEvent & { target: HTMLFormElement };
    if (!form.matches('[data-shortlist-edit]')) return;
    holdUntilRest(
      event,
      () => form.requestSubmit(submitter),
      () => form.submit(),
    );
  },
  { capture: true },
);

// A dialog that the server sent open is readable without scripts; with them it becomes modal.
const opened = document.querySelector<HTMLDialogElement>('dialog[open]');
if (opened) {
  opened.close();
  opened.showModal();
}

/** One promise for all who wait, so that what was pressed first is done first. The page works without what it brings. */
function loadRest(): Promise<boolean> {
  rest ??= new Promise((resolve) => {
    const come = () => {
      restIsThere = true;
      resolve(true);
    };
    document.addEventListener('rest-ready', come, { once: true });
    import(/* @vite-ignore */ page?.after ?? '').catch(() => {
      rest = undefined;
      resolve(false);
    });
  });
  return rest;
}

// What the rest puts in place of what is there must come before anybody has typed into it. Whoever comes from another page of
// the site has it already, and the fonts that it brings.
if (document.querySelector('[data-shortlist]') || document.referrer.startsWith(`${location.origin}/`)) void loadRest();
// A page in a tab that nobody looks at is painted later.
if (PerformanceObserver.supportedEntryTypes?.includes('paint')) {
  new PerformanceObserver((_, observer) => {
    observer.disconnect();
    void loadRest();
  }).observe({ type: 'paint', buffered: true });
} else addEventListener('load', () => void loadRest(), { once: true });

export {};
