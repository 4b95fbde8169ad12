/** Simple forms that the service itself serves, in the language of the browser, without any script. */
import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { languageAsked } from './request/language.ts';
import { localeFile, texts } from '../locales.ts';

const words = texts((language) => localeFile('service', language));

const STYLE = `:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}
body{max-width:56rem;margin:0 auto;padding:1.5rem}
label{display:block;font-weight:600}
input{box-sizing:border-box;width:100%;max-width:40rem;min-height:2.75rem;padding:0 .75rem;font:inherit}
button{min-height:2.75rem;margin:.75rem .75rem .75rem 0;padding:0 1.25rem;font:inherit}
.hint{margin:.25rem 0}
.alert{padding:.75rem 1rem;border:2px solid;border-radius:.5rem}
.table{overflow-x:auto}
table{border-collapse:collapse}
th,td{padding:.4rem .8rem;border:1px solid;text-align:left;overflow-wrap:anywhere}`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Nothing is loaded from anywhere, and forms go to the service alone. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_HASH}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Text of a locale file, safe to be put into a page. */
export type Say = (key: string, values?: Record<string, string | number>) => string;

/** A page. */
export interface FormPage {
  /** Key of its heading. */
  title: string;
  /** HTML of what follows the heading. */
  body: (say: Say) => string;
  /** Seconds after which the browser asks again. */
  refresh?: number | undefined;
}

/** Texts in the language that the browser prefers. */
export function textsFor(request: Request): { lng: string; say: Say } {
  const lng = languageAsked(request);
  return { lng, say: (key, values = {}) => escaped(words.in(lng)(key, values)) };
}

/** Sends a page in the language that the browser prefers. */
export function sendForm(request: Request, response: Response, status: number, page: FormPage): void {
  const { lng, say } = textsFor(request);
  const title = say(page.title);
  const refresh = page.refresh === undefined ? '' : `<meta http-equiv="refresh" content="${page.refresh}">`;
  response
    .status(status)
    .type('text/html; charset=utf-8')
    .set({
      'content-security-policy': CONTENT_SECURITY_POLICY,
      // Not no-referrer: browsers would then send forms with the origin `null`.
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    .vary('accept-language')
    .send(
      `<!doctype html>
<html lang="${lng}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refresh}
<title>${title} - Tillmark</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${page.body(say)}
</main>
</body>
</html>
`,
    );
}

/** A line of text that is to be filled in. */
export function field(name: string, label: string, value: string, hint?: string, isWrong = false): string {
  const id = `field-${name}`;
  const described = hint === undefined ? '' : ` aria-describedby="${id}-hint"`;
  const wrong = isWrong ? ' aria-invalid="true"' : '';
  return `<p>
<label for="${id}">${label}</label>
<input id="${id}" name="${name}" value="${escaped(value)}" autocomplete="off" spellcheck="false"${described}${wrong}>
</p>
${hint === undefined ? '' : `<p class="hint" id="${id}-hint">${hint}</p>`}`;
}

/** A text as HTML. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** True for whoever would rather see a page than JSON. */
export function wantsPage(request: Request): boolean {
  return request.accepts(['json', 'html']) === 'html';
}
