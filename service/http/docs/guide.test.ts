import { expect, it } from 'vitest';
import { serveRoutes } from '../../testing/route-server.ts';
import { send } from '../../testing/running-service.ts';
import { apiDocsRoutes } from './api-docs.ts';
import { guideRoutes } from './guide.ts';
import { markdownHtml } from './markdown.ts';

const PATH = '/docs/coming-from-another-register';

it('is a page for browsers, in their language around it, and Markdown for programs', async () => {
  const url = await serveRoutes(guideRoutes('docs/coming-from-another-register.md'));
  const page = await send(url + PATH, 'GET', undefined, { accept: 'text/html', 'accept-language': 'de' });
  expect(page.text).toContain('<h1>Von einem anderen Register kommen</h1>');
  expect(page.text).toMatch(/<h2>What stays the same<\/h2>\n<ul>\n<li><strong>/);
  expect(page.text).toContain('<td>Error constants</td>');
  expect(page.text).not.toMatch(/\]\(|\*\*|^\|/m);
  const text = await send(url + PATH, 'GET');
  expect(text.headers['content-type']).toBe('text/markdown; charset=utf-8');
  expect(text.text).toMatch(/^# Coming from another register/);
  expect((await send((await serveRoutes(guideRoutes('no/such.md'))) + PATH, 'GET')).status).toBe(404);
});

it('lets nothing of the text become HTML', () => {
  expect(markdownHtml('# A\n\n## <b>\n\n- a **<i>** `<u>`\n\n| <s> |\n| --- |\n| [<q>](x) |\n\nend &')).toBe(
    [
      ...[
        '',
        '<h2>&#60;b&#62;</h2>',
        '<ul>\n<li>a <strong>&#60;i&#62;</strong> <code>&#60;u&#62;</code></li>\n</ul>',
      ],
      ...[
        '<div class="table"><table>\n<tr><th>&#60;s&#62;</th></tr>\n<tr><td>&#60;q&#62;</td></tr>\n</table></div>',
      ],
      '<p>end &#38;</p>',
    ]
      .join('\n')
      .trimStart(),
  );
});

it('is linked from the description of the interface, which leads to the page for trying, too', async () => {
  const url = await serveRoutes(apiDocsRoutes('docs/openapi.json', '3.0.0'));
  const { text } = await send(`${url}/docs`, 'GET');
  expect(text).toContain(`href="docs/coming-from-another-register"`);
  expect(text).toContain('href="./#/try"');
});
