import { company } from '#server/company.ts';
import { meta, unsubscribe } from '#shared/content/unsubscribe.ts';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { InlineLink, SubmitButton } from '#src/ui/controls/links.tsx';
import { NamedSection } from '#src/ui/sections/frames.tsx';

/** The target of the link in newsletters: a button to unsubscribe, or to come back after leaving; then what it did. */
export default function UnsubscribePage({ query }: { query: string }) {
  const parameters = new URLSearchParams(query);
  const isDone = parameters.has('done');
  const subscribesAgain = parameters.has('again') || parameters.get('done') === 'again';
  const texts = subscribesAgain ? unsubscribe.again : unsubscribe;
  const [id, token] = [parameters.get('id'), parameters.get('token')];
  const link = id && token ? new URLSearchParams({ id, token, ...(subscribesAgain && { again: '1' }) }) : undefined;
  const isIncomplete = !isDone && !link;
  return (
    <>
      <PageHead meta={meta} path="/unsubscribe" isError={isIncomplete} />
      <NamedSection titleId="unsubscribe-title" title={isDone ? texts.done.title : texts.title} level="h1" className="page py-20">
        <p className="lede mt-4 mb-8">
          {isDone ? texts.done.body : link ? texts.body : unsubscribe.incomplete.text}
          {isIncomplete && <InlineLink href={`mailto:${company().contactEmail}`}>{unsubscribe.incomplete.email}</InlineLink>}
          {isIncomplete && '.'}
        </p>
        {!isDone && link && (
          <form action={`/api/newsletter/unsubscribe?${link}`} method="post">
            <input type="hidden" name="from" value="page" />
            <SubmitButton label={texts.button} />
          </form>
        )}
      </NamedSection>
    </>
  );
}
