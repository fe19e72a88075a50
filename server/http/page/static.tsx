import { type ComponentPropsWithoutRef, createElement, type JSX, type ReactNode } from 'react';
import { deferMarkup } from '#server/http/page/page-body.ts';
import { ssrEnvironment } from '#server/http/page/ssr-environment.ts';

type StaticProps<Name extends keyof JSX.IntrinsicElements> = { as: Name } & ComponentPropsWithoutRef<Name>;

/**
 * An element whose children React never hydrates: their markup is inserted into the finished page, because the same elements in the
 * payload would cost many times as much (docs/decisions/034). They may contain no islands, nothing asynchronous and nothing for the
 * document's head. The element itself remains React's.
 * @throws Error if something inside is asynchronous or a client component.
 */
export function Static<Name extends keyof JSX.IntrinsicElements>({ as, children, ...attributes }: StaticProps<Name>): ReactNode {
  const markup = ssrEnvironment().renderStatic(children as ReactNode);
  // The payload has a placeholder where the page has the markup. React leaves that as it is, and need not warn of it.
  return createElement(as, { ...attributes, suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: deferMarkup(markup) } });
}
