import type { ReactNode } from 'react';
import { buyingTerms, company, withEmail } from '#server/company.ts';
import { findReceipt } from '#server/domain/messages/message.ts';
import { findByReference } from '#server/domain/projects/find.ts';
import { askedFor } from '#server/domain/projects/find-portfolios.ts';
import { pageContext, unlessFailed } from '#server/http/page/page.ts';
import { env } from '#server/platform/env.ts';
import { terms } from '#shared/content/buying-terms.ts';
import { companyCard, dialog, hero, meta, needMessage, options, purchase, topics } from '#shared/content/contact.ts';
import { finder } from '#shared/content/portfolio.ts';
import { calculator } from '#shared/content/projects/calculator.ts';
import { quote } from '#shared/content/shortlist.ts';
import type { Action, Link } from '#shared/content/types.ts';
import { own } from '#shared/lib/input/own.ts';
import { formatAvailable } from '#shared/lib/money/money.ts';
import { pricedProject } from '#shared/lib/money/quote.ts';
import { tonnesField } from '#shared/lib/shortlist.ts';
import { subjectMaxLength } from '#shared/schemas/contact.ts';
import { type FormResult, formPlace } from '#shared/schemas/form.ts';
import { type NeedInAddress, needSearch, readNeed } from '#shared/schemas/portfolio.ts';
import { ContactDialog, ContactForm } from '#src/client/forms/contact-form.tsx';
import { PurchaseForm } from '#src/client/forms/purchase-form.tsx';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { ReceiptNote } from '#src/ui/controls/form.tsx';
import { ActionButton, InlineLink, TextLink } from '#src/ui/controls/links.tsx';
import { FactList, Note } from '#src/ui/controls/texts.tsx';
import { needInWords } from '#src/ui/routes/portfolio-need.ts';
import { requestFor } from '#src/ui/routes/project/audit-answers.tsx';
import { Drawing, NamedSection, PageHero } from '#src/ui/sections/frames.tsx';
import { BuyingTermsList } from '#src/ui/sections/lists.tsx';
import { fill } from '#verify/text.ts';

const dialogId = 'contact-dialog';

export default async function ContactPage({ query }: { query: string }) {
  const parameters = new URLSearchParams(query);
  const receipt = await findReceipt(parameters.get('sent'), pageContext()?.isFromSite);
  const [messageWords, quoteWords] = [withEmail(dialog), withEmail(quote)];
  const posted = pageContext()?.formResult;
  const { dialogResult, questionResult, quoteResult } = formOf(posted);
  const slug = posted?.values.project ?? parameters.get('project');
  // Null: there is no such project, and the page says so. Undefined: none is asked for, or the database does not answer.
  const found = slug ? findByReference(slug).then((one) => one ?? null) : undefined;
  const project = found && (await unlessFailed('contact', found, 'Could not read the project of a purchase'));
  const topic = dialogResult?.values.subject ?? own(topics, parameters.get('topic') ?? '');
  const { need, typed } = readNeed(new URLSearchParams(parameters.get('need') ?? ''));
  const message = need
    ? fill(needMessage, { need: needInWords(askedFor(need)), address: `${env().PUBLIC_URL}/portfolio${needSearch(need)}` })
    : figuresIn(typed);
  const evidence = project ? requestFor(project, parameters.get('ask') ?? '') : undefined;
  const refused = questionResult ?? (quoteResult && asQuestion(quoteResult));
  const isQuestion = project && (project.status !== 'On sale' || evidence !== undefined || questionResult !== undefined);
  // One form at a time: with a project, the page's first section has it, and a link leads there. A button would be a form of its own, which
  // without scripts drops the query of the address and, on the answer to a refused post, what was typed.
  const toForm = project ? { href: '#quote' } : { opens: dialogId };
  return (
    <>
      <PageHead meta={meta} path="/contact" />
      {receipt && (
        <div role="status" className="border-b border-ink bg-lichen py-5">
          <div className="page">
            <p>
              <strong>{dialog.success.title}</strong> {dialog.success.body}
            </p>
            <ReceiptNote texts={dialog.receipt} receipt={receipt} />
          </div>
        </div>
      )}
      {project === null && (
        <div className="page pt-6">
          <Note>
            {purchase.gone.text} <InlineLink link={purchase.gone.link} />
          </Note>
        </div>
      )}
      {project && isQuestion && (
        <ProjectSection step={purchase.question.heading} title={project.title} intro={purchase.question.intro}>
          <TextLink href={`/projects/${project.slug}`} className="absolute -top-12 left-5 md:left-9">
            {purchase.form.back}
          </TextLink>
          <ContactForm
            content={messageWords}
            subject={[...fill(purchase.question.subject, { title: project.title })].slice(0, subjectMaxLength).join('')}
            purchase={{ slug: project.slug, available: fill(dialog.available[project.status], { count: formatAvailable(project) }) }}
            message={evidence}
            formResult={refused}
          />
        </ProjectSection>
      )}
      {project && !isQuestion && (
        <ProjectSection
          step={purchase.heading}
          title={project.title}
          intro={purchase.intro}
          aside={
            <>
              <h2 className="display-3 mt-8 mb-3">{terms.title}</h2>
              <BuyingTermsList given={buyingTerms()} />
            </>
          }
        >
          <PurchaseForm
            project={pricedProject(project)}
            requested={quoteResult?.values[tonnesField(project.slug)] ?? parameters.get('tonnes')}
            content={quoteWords}
            calculator={calculator}
            texts={purchase.form}
            formResult={quoteResult}
          />
        </ProjectSection>
      )}
      {/* Below the form of a project the hero of product.md is only the way to the others. */}
      <PageHero
        content={{ ...hero, actions: [{ label: hero.email, ...toForm }, hero.call] }}
        {...(project ? { heading: 'h2' } : { picture: landscape })}
      />
      <ContactOptions toForm={toForm} />
      {!project && (
        <ContactDialog
          id={dialogId}
          content={messageWords}
          subject={topic}
          message={message}
          open={Boolean(dialogResult ?? refused ?? topic ?? message)}
          formResult={dialogResult ?? refused}
        />
      )}
    </>
  );
}

/** Tells which form was posted without scripts: the quote form (its lines are `p`), the contact form in the page or that in the dialog. */
function formOf(posted: FormResult | undefined): { [form in 'quoteResult' | 'questionResult' | 'dialogResult']?: FormResult } {
  if (!posted) return {};
  if ('p' in posted.values) return { quoteResult: posted };
  return posted.values[formPlace.field] === formPlace.page ? { questionResult: posted } : { dialogResult: posted };
}

/** Returns the figures of a need that cannot be read, as a message; no other words, because a stranger may have written the address. */
function figuresIn(typed: NeedInAddress['typed']): string {
  return (['tonnes', 'budget', 'max', 'removals', 'vintageFrom', 'year', 'storage'] as const)
    .flatMap((name) => {
      const text = typed[name] ?? '';
      return /^[£\d.,\s]{1,20}[kt%]?$/i.test(text) ? [`${finder.form.fields[name]}: ${text}`] : [];
    })
    .join('\n');
}

type ProjectSectionProps = {
  /** What is to be done about the project, before its title. It is hidden once the form has been sent. */
  step: string;
  title: string;
  intro: string;
  /** Stands beside the form; on a phone below it. */
  aside?: ReactNode;
  /** The form, and a link back, which the form keeps up to date and which stands above the title. */
  children: ReactNode;
};

/** Above this length (in characters) a title is set in the smaller font on wide screens too. */
const longTitle = 70;

/** The purchase of one project's credits, or a question about it: the page's first section when its address names a project. */
function ProjectSection({ step, title, intro, aside, children }: ProjectSectionProps) {
  return (
    <section id="quote" aria-labelledby="quote-title" className="group/quote border-b border-rule pt-14 pb-12 md:pb-16">
      <div className="page relative grid gap-x-16 gap-y-5 lg:(grid-cols-[minmax(0,5fr)_minmax(0,7fr)] grid-rows-[auto_1fr])">
        <div>
          <h1 id="quote-title" className={`display-3 [overflow-wrap:anywhere] ${title.length > longTitle ? '' : 'md:display-2'}`}>
            <span className="group-has-[form[hidden]]/quote:hidden">{`${step} `}</span>
            {title}
          </h1>
          <p className="copy mt-3 text-ink-soft md:mt-5">{intro}</p>
        </div>
        <div className="lg:row-span-2">{children}</div>
        {aside && <div>{aside}</div>}
      </div>
    </section>
  );
}

/** Turns the result of a refused request for a quote into one for the contact form, which says why and keeps what was typed. */
function asQuestion({ values, errors: { lines, ...errors }, failed, reason }: FormResult): FormResult {
  const tonnes = values[tonnesField(values.project ?? '')] ?? '';
  return { values: { ...values, tonnes }, errors, failed: failed || lines !== undefined, reason: lines ?? reason };
}

const landscapeClasses = 'absolute inset-0 -z-1 size-full object-cover object-right-bottom max-md:hidden print:hidden';
/** The picture behind the hero. It is lazy, so that phones, which do not show it, do not fetch it. */
const landscape = <Drawing name="hero/wide" size={[1600, 1000]} className={landscapeClasses} />;

/** The two ways to get in touch, and the company. `toForm`: where the contact form is, in a dialog or in the page. */
function ContactOptions({ toForm }: { toForm: { opens: string } | { href: string } }) {
  const { title, email, call } = options;
  return (
    <div className="page pt-10 pb-16 md:pt-14">
      <h2 className="sr-only">{title}</h2>
      <div className="grid gap-x-16 gap-y-8 md:grid-cols-2">
        <Option content={email} action={{ label: email.button, ...toForm }} also={email.files} />
        <Option content={call} action={{ label: call.button, href: call.href }} />
      </div>
      <CompanyCard />
    </div>
  );
}

function Option({ content: { name, body }, action, also }: { content: { name: string; body: string }; action: Action; also?: Link }) {
  return (
    <div className="grid content-start justify-items-start border-t border-ink pt-4 md:(row-span-4 grid-rows-subgrid gap-y-0)">
      <h3 className="display-3">{name}</h3>
      <p className="copy mt-1 mb-4 text-ink-soft">{body}</p>
      <ActionButton action={action} />
      <TextLink link={also} className="mt-2" />
    </div>
  );
}

function CompanyCard() {
  const { contactName, contactEmail, telephone, registeredOffice, companyNumber, vatNumber } = company();
  const { title, labels, country } = companyCard;
  const link = (href: string, text: ReactNode) => (
    <a href={href} className="underline underline-offset-4">
      {text}
    </a>
  );
  const [name, host] = contactEmail.split('@');
  const address = (
    <>
      {name}@<wbr />
      {host}
    </>
  );
  return (
    <NamedSection titleId="company-title" title={title} titleClass="sr-only" className="mt-10 border-t border-rule pt-4 md:mt-14">
      <FactList
        look={{ row: '', name: 'label', value: 'mt-0.5 break-words text-[0.9375rem]' }}
        className="grid grid-cols-2 gap-x-8 gap-y-4 md:(auto-cols-auto grid-flow-col grid-cols-none)"
        facts={[
          [labels.name, contactName],
          [labels.email, link(`mailto:${contactEmail}`, address)],
          // The zero in "+44 (0)20" is dialled only within the country.
          [labels.telephone, telephone && link(`tel:${telephone.replace(/^(\+[^(]*)\(0\)/, '$1').replace(/[^\d+]/g, '')}`, telephone)],
          [labels.office, registeredOffice],
          [labels.country, country],
          [labels.companyNumber, companyNumber],
          [labels.vatNumber, vatNumber],
        ]}
      />
    </NamedSection>
  );
}
