import type { ReactNode } from 'react';
import type { EnterpriseFormContent, EnterpriseFormMode } from '#src/content/enterprise/contact.ts';
import { Section } from '#src/ui/sections/section.tsx';
import { Points } from '#src/ui/sections/texts.tsx';

type EnterpriseFormSectionProps = {
  id: string;
  content: EnterpriseFormContent;
  modes: EnterpriseFormMode[];
  mode: EnterpriseFormMode;
  /** The form, or the thanks after it was sent. */
  children: ReactNode;
};

/** A form, with a choice of message kinds and advice on what to include beside it. */
export function EnterpriseFormSection({ id, content, modes, mode, children }: EnterpriseFormSectionProps) {
  return (
    <Section id={id} ground="deep" labelledBy={`${id}-title`}>
      <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,20fr)_minmax(0,46fr)]">
        <div>
          <h2 id={`${id}-title`} className="display-2">
            {mode.title}
          </h2>
          <p className="copy mt-4 text-ink-soft">{mode.intro}</p>
          <nav aria-label={content.modesTitle} className="mt-8">
            <p className="label mb-2">{content.modesTitle}</p>
            <ul className="border-b border-rule-strong/50">
              {modes.map(({ link }) => (
                <li key={link.href} className="border-t border-rule-strong/50">
                  <a
                    href={link.href}
                    aria-current={link === mode.link ? 'page' : undefined}
                    className="flex min-h-12 items-center justify-between gap-4 underline-offset-5 hover:underline aria-[current]:font-semibold"
                  >
                    {link.label}
                    {link === mode.link && <span aria-hidden="true" className="size-2.5 rounded-full bg-canopy" />}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <div className="mt-9 hidden lg:block">
            <h3 className="label">{content.needs.title}</h3>
            <Points texts={content.needs.items} className="mt-2 gap-2 text-[0.9375rem] text-ink-soft" />
          </div>
        </div>
        <div className="-mx-5 border-t border-ink bg-paper-bright px-5 py-7 sm:mx-0 sm:px-9 sm:py-10">{children}</div>
      </div>
    </Section>
  );
}
