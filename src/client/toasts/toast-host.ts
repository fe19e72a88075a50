'use client';

import { useEffect, useLayoutEffect, useState } from 'react';

/**
 * Returns the element that holds the toasts, and how often it has moved. A modal dialog makes everything outside it inert, so
 * while one is open the toasts are inside it. The element itself moves, so that a visible toast keeps its state and timer.
 */
export function useToastHost() {
  const [host] = useState(() => document.createElement('div'));
  const [place, setPlace] = useState({ parent: topmost(), moves: 0 });
  useEffect(() => {
    const update = () => {
      const parent = topmost();
      setPlace((last) => (last.parent === parent ? last : { parent, moves: last.moves + 1 }));
    };
    // Captured, because `close` and `toggle` do not bubble.
    document.addEventListener('close', update, { capture: true });
    document.addEventListener('toggle', update, { capture: true });
    update();
    return () => {
      document.removeEventListener('close', update, { capture: true });
      document.removeEventListener('toggle', update, { capture: true });
    };
  }, []);
  useLayoutEffect(() => {
    place.parent.append(host);
    return () => host.remove();
  }, [place, host]);
  return { host, moves: place.moves };
}

function topmost(): Element {
  return [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
}
