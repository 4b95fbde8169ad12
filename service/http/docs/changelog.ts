/** GET /changelog: what is new in the installed version and those before it (doc 2). */
import fs from 'node:fs/promises';
import { Router } from 'express';
import { issue } from '../../receipt/issue.ts';
import { refuse } from '../request/export-errors.ts';
import { sendForm } from '../form-page.ts';
import { inlineHtml } from './inline-html.ts';

/** A change: one line of the file. Text in Markdown. */
interface Change {
  /** `Added`, `Changed`, `Fixed`, ...; empty when it stands under no such heading. */
  Kind: string;
  Text: string;
}

/** A version with its changes, newest first. */
interface VersionChanges {
  Version: string;
  Changes: Change[];
}

/**
 * The route of the change history: Markdown as it is in the package, or HTML or JSON by `accept`.
 * @param file CHANGELOG.md of the package
 */
export function changelogRoutes(file: string): Router {
  const router = Router();
  router.get('/changelog', async (request, response) => {
    const text = await fs.readFile(file, 'utf8').catch(() => null);
    if (text === null) {
      refuse(request, response, [issue('#NOT_FOUND', '', 'the package came without its change history')]);
      return;
    }
    response.vary('accept');
    switch (request.accepts(['text/markdown', 'text/html', 'application/json'])) {
      case 'text/html':
        sendForm(request, response, 200, { title: 'changelog.title', body: () => pageOf(readChanges(text)) });
        break;
      case 'application/json':
        response.json({ Changelog: readChanges(text) });
        break;
      default:
        response.type('text/markdown; charset=utf-8').send(text);
    }
  });
  return router;
}

/** Reads a file in the form of keepachangelog.com. */
function readChanges(text: string): VersionChanges[] {
  const versions: VersionChanges[] = [];
  let kind = '';
  for (const line of text.split('\n')) {
    const [, sign, rest] = /^(##|###|-) +(\S.*)$/.exec(line.trimEnd()) ?? [];
    const version = versions.at(-1);
    if (sign === '##') {
      kind = '';
      versions.push({ Version: rest!, Changes: [] });
    } else if (sign === '###') kind = rest!;
    else if (sign === '-') version?.Changes.push({ Kind: kind, Text: rest! });
  }
  return versions;
}

function pageOf(versions: readonly VersionChanges[]): string {
  return versions
    .map(({ Version, Changes }) => `<h2>${inlineHtml(Version)}</h2>\n${listsOf(Changes)}`)
    .join('\n');
}

function listsOf(changes: readonly Change[]): string {
  const kinds = [...new Set(changes.map(({ Kind }) => Kind))];
  return kinds
    .map((kind) => {
      const items = changes
        .filter(({ Kind }) => Kind === kind)
        .map(({ Text }) => `<li>${inlineHtml(Text)}</li>`);
      return `${kind === '' ? '' : `<h3>${inlineHtml(kind)}</h3>\n`}<ul>\n${items.join('\n')}\n</ul>`;
    })
    .join('\n');
}
