/** The page at /docs: the OpenAPI file to read, to search and to try. It works without its script, but for searching and copying. */
import {
  examplesOf,
  type OpenApi,
  type Operation,
  type Parameter,
  type Schema,
  type ShownExample,
} from './api-examples.ts';
import { escaped, type Say } from '../form-page.ts';
import { inlineHtml } from './inline-html.ts';

/** Where its style and script are; the version keeps caches from mixing releases. */
const FILES = 'api-docs';

interface Named {
  path: string;
  method: string;
  operation: Operation;
}

/**
 * Writes the page.
 * @param service its address, for the commands, its version, and whether it shows its changelog
 * @param lng language of headings and buttons; the descriptions are English
 */
export function apiPage(
  api: OpenApi,
  { base, version, changelog }: { base: string; version: string; changelog: boolean },
  lng: string,
  say: Say,
): string {
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const groups = api.tags.map((tag) => ({
    ...tag,
    operations: operations.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
  return `<!doctype html>
<html lang="${lng}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(api.info.title)} ${escaped(version)} - ${say('api.title')}</title>
<link rel="stylesheet" href="${FILES}/page.css?${version}">
<script src="${FILES}/page.js?${version}" defer></script>
</head>
<body>
<a class="skip" href="#operations">${say('api.skip')}</a>
<header>
<h1>${escaped(api.info.title)} <small>${escaped(version)}</small></h1>
<p><a href="openapi.json">openapi.json</a> ${changelog ? registerLinks(say) : ''}</p>
<div class="search" hidden>
<label for="search">${say('api.search')} <kbd>/</kbd></label>
<input id="search" type="search" autocomplete="off" spellcheck="false">
<p id="found" role="status" data-none="${say('api.none')}"></p>
</div>
</header>
<div class="columns">
<nav aria-label="${say('api.operations')}">
${groups.map(({ name, operations: own }) => `<div data-group><h2>${escaped(name)}</h2>\n<ul>\n${own.map(link).join('\n')}\n</ul></div>`).join('\n')}
</nav>
<main id="operations" tabindex="-1" lang="en">
<p>${inlineHtml(api.info.description)}</p>
${groups.map(({ name, description, operations: own }) => `<section data-group>\n<h2>${escaped(name)}</h2>\n<p>${inlineHtml(description)}</p>\n${own.map((one) => section(one, base, say)).join('\n')}\n</section>`).join('\n')}
<section>
<h2 lang="${lng}">${say('api.schemas')}</h2>
${Object.entries(api.components.schemas)
  .map(
    ([name, schema]) =>
      `<details id="schema-${escaped(name)}"><summary><code>${escaped(name)}</code></summary>\n${code(schema)}\n</details>`,
  )
  .join('\n')}
</section>
</main>
</div>
</body>
</html>
`;
}

/** What only a register has beside its description. */
function registerLinks(say: Say): string {
  return `<a href="./#/try">${say('api.try')}</a> <a href="docs/coming-from-another-register">${say('coming.title')}</a> <a href="changelog">${say('changelog.title')}</a>`;
}

function link({ path, method, operation }: Named): string {
  return `<li data-search="${searched({ path, method, operation })}"><a href="#${escaped(operation.operationId)}">${badge(method)} <code>${escaped(path)}</code></a></li>`;
}

/** Words that an operation is found by, small. */
function searched({ path, method, operation }: Named): string {
  const { summary, description = '', parameters = [], operationId } = operation;
  const words = [method, path, operationId, summary, description, ...parameters.map(({ name }) => name)];
  return escaped(words.join(' ').toLowerCase());
}

function badge(method: string): string {
  return `<span class="method ${escaped(method)}">${escaped(method.toUpperCase())}</span>`;
}

function section(named: Named, base: string, say: Say): string {
  const { path, method, operation } = named;
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const part = (key: string, html: string) => (html === '' ? '' : `<h3>${say(`api.${key}`)}</h3>\n${html}`);
  const rows = (key: string, own: readonly string[]) =>
    part(key, own.length === 0 ? '' : table(say(`api.${key}`), own));
  const bodies = Object.entries(requestBody?.content ?? {}).map(
    ([type, { schema }]) => `<tr><td><code>${escaped(type)}</code></td><td>${brief(schema)}</td></tr>`,
  );
  const examples = examplesOf(base, path, method, operation).map((example) => shown(example, say));
  return `<details class="operation" id="${escaped(operationId)}" data-search="${searched(named)}">
<summary>${badge(method)} <code>${escaped(path)}</code> <span>${inlineHtml(summary)}</span></summary>
${description === undefined ? '' : `<p>${inlineHtml(description)}</p>`}
${rows('parameters', parameters.map(parameterRow))}
${rows('body', bodies)}
${rows('answers', answerRows(responses))}
${part('examples', examples.join('\n'))}
</details>`;
}

function answerRows(responses: Operation['responses']): string[] {
  return Object.entries(responses).flatMap(([status, { description, content }]) => {
    const types = Object.entries(content);
    if (types.length === 0)
      return [`<tr><td>${escaped(status)}</td><td>${inlineHtml(description)}</td><td></td><td></td></tr>`];
    return types.map(([type, { schema }], at) => {
      const [shownStatus, shownText] = at === 0 ? [status, description] : ['', ''];
      const about = schema?.description === description ? '' : brief(schema);
      return `<tr><td>${escaped(shownStatus)}</td><td>${inlineHtml(shownText)}</td><td><code>${escaped(type)}</code></td><td>${about}</td></tr>`;
    });
  });
}

/** @param label for readers of the screen, as HTML */
function table(label: string, rows: readonly string[]): string {
  return `<div class="table"><table aria-label="${label}">\n${rows.join('\n')}\n</table></div>`;
}

function parameterRow({ name, in: place, required, description = '', schema = {} }: Parameter): string {
  const { type, enum: values, minimum, maximum, default: usual } = schema;
  const facts = [
    Array.isArray(values) ? values.join(' | ') : typeof type === 'string' ? type : '',
    typeof minimum === 'number' && typeof maximum === 'number' ? `${minimum} to ${maximum}` : '',
    usual === undefined ? '' : `default ${JSON.stringify(usual)}`,
  ].filter((fact) => fact !== '');
  return `<tr><td><code>${escaped(name)}</code>${required === true ? ' *' : ''}</td><td>${escaped(place)}</td><td>${escaped(facts.join(', '))}</td><td>${inlineHtml(description)}</td></tr>`;
}

function shown({ title, curl, status, mediaType, answer }: ShownExample, say: Say): string {
  return `<article class="example">
<h4>${inlineHtml(title)}</h4>
<button type="button" class="copy" hidden data-copied="${say('api.copied')}">${say('api.copy')}</button>
<pre tabindex="0">${escaped(curl)}</pre>
<p><span class="status">${escaped(status)}</span> <code>${escaped(mediaType)}</code></p>
<pre tabindex="0">${escaped(answer)}</pre>
</article>`;
}

/** A schema in a word where it has a name or a description. */
function brief(schema: Schema | undefined): string {
  if (schema === undefined) return '';
  const name = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1)! : null;
  if (name !== null) return `<a href="#schema-${escaped(name)}">${escaped(name)}</a>`;
  if (typeof schema.description === 'string') return inlineHtml(schema.description);
  return `<code>${escaped(JSON.stringify(schema))}</code>`;
}

/** A schema as JSON; what it refers to is a link. */
function code(schema: Schema): string {
  const text = escaped(JSON.stringify(schema, null, 2));
  const linked = text.replace(
    /&#34;#\/components\/schemas\/(\w+)&#34;/g,
    (_whole, name: string) => `<a href="#schema-${name}">${name}</a>`,
  );
  return `<pre tabindex="0">${linked}</pre>`;
}
