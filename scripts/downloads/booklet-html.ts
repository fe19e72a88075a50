import { readFileSync } from 'node:fs';
import { heroContours } from '#src/art/landscape/draw-hero-contours.ts';
import { mark } from '#src/art/landscape/mark.ts';
import { printed } from '#src/content/downloads.ts';
import { formatDate } from '#src/lib/text/dates.ts';
import { escapeMarkup } from '#src/lib/text/xml.ts';
import type { Fonts } from '../print-fonts.ts';
import type { Block, Booklet, Chapter } from './booklet.ts';

/** A4 in points. */
const page = { width: 596, height: 842 };

/**
 * Returns a booklet as a page for print: cover, contents, chapters, back cover.
 * @param chapterPages the pages on which its chapters start, for the contents; unknown before it is first printed.
 */
export function bookletHtml(booklet: Booklet, fonts: Fonts, chapterPages: readonly number[] = []): string {
  const edition = `${printed.edition} ${formatDate(new Date(booklet.edition))}`;
  return `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><title>${text(`${booklet.title}: ${booklet.subject}`)}</title><style>
${faces(fonts)}
${readFileSync(new URL('booklet.css', import.meta.url), 'utf8')}
${pageStyles(booklet, `${booklet.kind}. ${edition}`)}
</style></head><body>
<section class="cover ${booklet.cover}">
${contours(booklet.seed, inks[booklet.cover])}<div class="veil"></div>
<p class="brand">${brand()}<span class="label">${text(booklet.kind)}</span></p>
<p class="label subject">${text(booklet.subject)}</p>
<h1>${text(booklet.title)}</h1>
<p class="subtitle">${text(booklet.subtitle)}</p>
<p class="edition">${text(edition)}</p>
</section>
${contents(booklet, chapterPages)}
<main>${booklet.chapters.map(chapter).join('\n')}</main>
${backPage(booklet)}
</body></html>`;
}

/** Escapes text, and lowers the 2 of CO₂, because the fonts have no subscript 2. */
function text(words: string): string {
  return escapeMarkup(words).replaceAll('₂', '<sub>2</sub>');
}

function faces(fonts: Fonts): string {
  return Object.entries(fonts)
    .map(([name, file]) => `@font-face { font-family: carma-${name}; src: url(data:font/ttf;base64,${file.toString('base64')}) }`)
    .join('\n');
}

/** The running heads and feet. */
function pageStyles({ subject }: Booklet, foot: string): string {
  const small = 'font: 7.8pt carma-sans; color: #565f57';
  const rule = 'margin-top: 6pt; border-top: 0.6pt solid #cfc6b0; padding-top: 7pt; vertical-align: top';
  const logo = svgUrl(drawMark('#1E4B39', 'xmlns="http://www.w3.org/2000/svg"'));
  return `@page {
    @top-left { content: "${printed.site}"; font: 10.5pt carma-serif; padding-left: 20pt; background: ${logo} 0 50% / 14pt no-repeat }
    @top-right { content: ${JSON.stringify(subject)}; ${small} }
    @bottom-left { content: ${JSON.stringify(foot)}; ${small}; ${rule} }
    @bottom-right { content: counter(page); font: 8pt carma-mono; ${rule} }
  }
  @page canopy, paper { @top-left { content: none; background: none } @top-right { content: none } @bottom-left { content: none; border: none } @bottom-right { content: none; border: none } }`;
}

const svgUrl = (svg: string) => `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;

/** Draws faint hills that rise from the foot of the page of contents. */
function hills(seed: string): string {
  const { minor, major, accent } = heroContours({ seed: `${seed}/foot`, ...page });
  const [top, height] = [2 * (page.height - 250), 2 * 250];
  return `<svg class="hills" aria-hidden="true" viewBox="0 ${top} ${2 * page.width} ${height}" fill="none">
<linearGradient id="fade" x2="0" y2="1"><stop offset="0" stop-color="#FBF9F2"/><stop offset=".65" stop-color="#FBF9F2" stop-opacity="0"/></linearGradient>
${path(minor, '#CFC6B0', 1.3, 0.55)}${path(major, '#CFC6B0', 1.9, 1)}${path(accent, '#CFC6B0', 3.6, 1)}<path fill="url(#fade)" d="M0 ${top}h${2 * page.width}v${height}H0z"/></svg>`;
}

function drawMark(colour: string, attributes: string): string {
  const rings = mark.rings.map((ring) => `<path d="${ring}"/>`).join('');
  return `<svg ${attributes} viewBox="${mark.viewBox}" fill="none" stroke="${colour}" stroke-width="1.8" aria-hidden="true">${rings}<path d="${mark.centre}" fill="${colour}" stroke="none"/></svg>`;
}

const brand = () => `<b>${drawMark('currentColor', 'class="mark"')}${printed.site}</b>`;

/** Draws the hill of the site's hero as contour lines over a whole page. Opacities range from 0 to 1. */
function contours(seed: string, { line, minor, major, accent, tint }: typeof canopyInks): string {
  const lines = heroContours({ seed, ...page });
  return `<svg class="contours" viewBox="${lines.viewBox}" preserveAspectRatio="none" aria-hidden="true" fill="none" stroke-linejoin="round">
${path(lines.minor, line, 1.3, minor)}${path(lines.major, line, 1.9, major)}<path d="${lines.accentFill}" fill="${accent}" fill-opacity="${tint}"/>${path(lines.accent, accent, 3.6, 1)}</svg>`;
}

const canopyInks = { line: '#F5F1E6', minor: 0.2, major: 0.45, accent: '#CFE35A', tint: 0.1 };
const inks = { canopy: canopyInks, paper: { line: '#1E4B39', minor: 0.3, major: 0.65, accent: '#A84A25', tint: 0.1 } };
const backInks = { ...canopyInks, minor: 0.16, major: 0.34, accent: '#1E4B39', tint: 0 };

const path = (d: string, colour: string, width: number, opacity: number) =>
  `<path d="${d}" stroke="${colour}" stroke-width="${width}" stroke-opacity="${opacity}"/>`;

function contents({ about, chapters, seed }: Booklet, chapterPages: readonly number[]): string {
  const items = chapters.map(
    ({ number, title }, i) =>
      `<li><a href="#${anchor(number)}"><span class="number">${text(number)}</span> <span>${text(title)}</span> <span>${chapterPages[i] ?? ''}</span></a></li>`,
  );
  return `<section class="contents">
${hills(seed)}
<h2>${text(about.title)}</h2>
${about.paragraphs.map((words) => row('', `<p class="lead">${text(words)}</p>`)).join('')}
${row(`<h2 class="label">${text(printed.contents)}</h2>`, `<ol class="ruled">${items.join('')}</ol>`, 'list')}
</section>`;
}

const anchor = (chapter: string) => `chapter-${chapter}`;

/** A row of the narrow column and the wide one. */
function row(margin: string, main: string, className = ''): string {
  return `<div class="row ${className}">${margin}${main.startsWith('<') ? main : `<div>${main}</div>`}</div>`;
}

function chapter({ number, title, intro, blocks }: Chapter): string {
  return `<section class="chapter">
<h2 class="row" id="${anchor(number)}"><span>${text(number)} </span><span>${text(title)}</span></h2>
${intro ? row('', `<p class="lead">${text(intro)}</p>`) : ''}
${blocks.map((one) => block(one, number)).join('\n')}
</section>`;
}

function block(block: Block, chapter: string): string {
  switch (block.kind) {
    case 'lead':
      return row('', `<p class="lead">${text(block.text)}</p>`);
    case 'text':
      return row('', `<p>${text(block.text)}</p>`);
    case 'points': {
      const items = block.points.map(
        (point, i) => `<li><span class="number">${Number(chapter) || chapter}.${i + 1}</span> <span>${text(point)}</span></li>`,
      );
      return row(`<p class="label">${text(block.label)}</p>`, `<ol class="ruled">${items.join('')}</ol>`, 'points');
    }
    case 'entries':
      return `<div class="ruled">${block.entries
        .map(({ title, body }, i) => {
          const step = block.numbered ? `<span class="step">${i + 1} </span>` : '';
          return `<div class="entry">${row(`<h3>${step}<span>${text(title)}</span></h3>`, `<p>${text(body)}</p>`)}${writing(block.linesToWriteOn)}</div>`;
        })
        .join('')}</div>`;
    case 'questions':
      return `<div class="ruled">${block.questions
        .map(
          ({ question, answer }, i) =>
            `<div class="question">${row(`<span class="number">Q${i + 1}</span>`, `<div><h3>${text(question)}</h3><p>${text(answer)}</p></div>`)}</div>`,
        )
        .join('')}</div>`;
    case 'table':
      return table(block);
    case 'writing':
      return writing(block.lines);
  }
}

function writing(lines = 0): string {
  if (lines === 0) return '';
  return `<div class="row lines" aria-hidden="true"><span class="label">${text(printed.notes)}</span><div>${'<i></i>'.repeat(lines)}</div></div>`;
}

function table({ columns, rows, shares }: Extract<Block, { kind: 'table' }>): string {
  const total = shares.reduce((sum, share) => sum + share, 0);
  const widths = shares.map((share) => `<col style="width:${((100 * share) / total).toFixed(1)}%">`);
  const heads = columns.map((column) => `<th scope="col">${text(column)}</th>`);
  const body = rows.map(
    ([name = '', ...cells]) => `<tr><th scope="row">${text(name)}</th>${cells.map((cell) => `<td>${text(cell)}</td>`).join('')}</tr>`,
  );
  return `<table><colgroup>${widths.join('')}</colgroup><thead><tr>${heads.join('')}</tr></thead><tbody>${body.join('')}</tbody></table>`;
}

/** The next steps. They name pages of the site, not its address, which is a setting. */
function backPage({ closing, seed }: Booklet): string {
  const links = [...closing.links, printed.contact].map(({ label, href }) => `<li>${text(label)} <span>${text(href)}</span></li>`);
  return `<section class="cover back canopy">
${contours(`${seed}/back`, backInks)}<div class="veil"></div>
<h2>${text(closing.title)}</h2>
<p class="subtitle">${text(closing.body)}</p>
<p class="label where">${text(printed.where)}</p>
<ul>${links.join('')}</ul>
<p class="brand">${brand()}</p>
</section>`;
}
