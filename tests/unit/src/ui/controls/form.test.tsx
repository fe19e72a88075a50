import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { formErrors } from '#shared/content/form-errors.ts';
import { ErrorSummary, Field } from '#src/ui/controls/form.tsx';

it('a field is described by its hint and by its error', () => {
  const field = (more: { hint?: string; error?: string }) =>
    renderToStaticMarkup(
      <Field id="day" label="Day" {...more}>
        {(control) => <input {...control} />}
      </Field>,
    );
  expect(field({ hint: 'A day', error: 'No day' })).toMatch(
    /aria-invalid="true" aria-describedby="day-hint day-error".*id="day-error"[^>]*>No day</,
  );
  expect(field({})).not.toMatch(/aria-(?:invalid|describedby)/);
});

it('a summary of errors links to the fields, and names what can be mended elsewhere or nowhere', () => {
  const problems = [
    { text: 'Name', href: '#name' },
    { text: 'It is sold.', href: '/projects', label: 'Other projects' },
    { text: 'Closed.' },
  ];
  const items = [...renderToStaticMarkup(<ErrorSummary texts={formErrors} problems={problems} />).matchAll(/<li[^>]*>(.*?)<\/li>/g)];
  expect(items.map(([, item = '']) => item.replaceAll(/ class="[^"]*"/g, ''))).toEqual([
    ...['<a href="#name">Name</a>', 'It is sold. <a href="/projects">Other projects</a>', 'Closed. '],
  ]);
});
