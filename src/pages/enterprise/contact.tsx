import { withEmail } from '#server/company.ts';
import { findReceipt } from '#server/domain/messages/message.ts';
import { pageContext } from '#server/http/page/page.ts';
import * as words from '#shared/content/enterprise/contact.ts';
import type { Receipt } from '#shared/lib/protocol/receipt.ts';
import { attachmentEndings } from '#shared/schemas/attachments.ts';
import { enterpriseMessage, sectors } from '#shared/schemas/enterprise-contact.ts';
import { drafts } from '#shared/schemas/form.ts';
import { EnterpriseForm } from '#src/client/forms/enterprise-form.tsx';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { SentNote } from '#src/ui/controls/form.tsx';
import { ActionButton } from '#src/ui/controls/links.tsx';
import { Heading, Ordinal, Points } from '#src/ui/controls/texts.tsx';
import { PageHero, Section } from '#src/ui/sections/frames.tsx';
import { LedgerList } from '#src/ui/sections/lists.tsx';
import { DataSheet } from '#src/ui/sections/sheets.tsx';

export default async function EnterpriseContactPage({ query }: { query: string }) {
  const parameters = new URLSearchParams(query);
  const receipt = await findReceipt(parameters.get('sent'), pageContext()?.isFromSite);
  return (
    <>
      <PageHead meta={words.meta} path="/enterprise/contact" />
      <PageHero content={words.hero} aside={<DataSheet content={words.sendable} />} />
      <ActionCards />
      <LedgerList content={words.services} />
      <EnterpriseFormSection kind={enterpriseMessage.shape.kind.parse(parameters.get('mode'))} receipt={receipt} />
    </>
  );
}

/** Next steps side by side on a dark background: a name, when to choose it, and a button. */
function ActionCards() {
  return (
    <section className="bg-canopy-deep text-paper">
      <div className="page">
        <h2 className="sr-only">{words.ways.title}</h2>
        <ul className="grid md:grid-cols-3">
          {words.ways.cards.map((card, index) => (
            <li
              key={card.title}
              className="flex flex-col items-start border-paper/25 py-9 not-first:border-t md:(py-14 pr-8 not-first:(border-t-0 border-l pl-8) last:pr-0)"
            >
              <Ordinal number={index + 1} className="text-lichen" />
              <h3 className="mt-4 font-display text-[1.875rem] leading-[1.1] tracking-[-0.012em] lg:text-[2.25rem]">{card.title}</h3>
              <p className="mt-3 mb-7 text-pretty leading-[1.55] text-canopy-mist">{card.body}</p>
              <div className="mt-auto">
                <ActionButton action={card.action} variant={index === 0 ? 'primary' : 'outline'} />
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** The form, or the thanks after it was sent, with a choice of message kinds and advice on what to include beside it. */
function EnterpriseFormSection({ kind, receipt }: { kind: keyof typeof words.modes; receipt: Receipt | undefined }) {
  const content = words.form;
  const mode = words.modes[kind];
  return (
    <Section id="form" ground="deep" labelledBy="form-title">
      <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,20fr)_minmax(0,46fr)]">
        <div>
          <Heading id="form-title" className="display-2" text={mode.title} />
          <p className="copy mt-4 text-ink-soft">{mode.intro}</p>
          <nav aria-label={content.modesTitle} className="mt-8">
            <p className="label mb-2">{content.modesTitle}</p>
            <ul className="border-b border-rule-strong/50">
              {Object.values(words.modes).map(({ link }) => (
                <li key={link.href} className="border-t border-rule-strong/50">
                  <a
                    href={link.href}
                    aria-current={link === mode.link ? 'page' : undefined}
                    className="flex min-h-12 items-center justify-between gap-4 underline-offset-5 hover:underline aria-[current]:font-semibold"
                  >
                    {link.label}
                    {link === mode.link && <span aria-hidden="true" className="size-2.5 rounded-full border-5 border-canopy" />}
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
        <div className="-mx-[min(1.25rem,6vw)] border-t border-ink bg-paper-bright px-5 py-7 sm:mx-0 sm:px-9 sm:py-10">
          {receipt ? (
            <div role="status" data-draft={drafts.enterprise} className="grid min-h-80 content-center justify-items-start">
              <SentNote title={content.success.title} next={content.success.body} texts={content.receipt} receipt={receipt} />
              <a href={content.another.href} className="btn-outline mt-8">
                {content.another.label}
              </a>
            </div>
          ) : (
            <EnterpriseForm
              {...{ kind, mode, sectors }}
              content={withEmail(content)}
              endings={attachmentEndings}
              formResult={pageContext()?.formResult}
            />
          )}
        </div>
      </div>
    </Section>
  );
}
