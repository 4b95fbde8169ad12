import type { Texts } from '../texts.ts';

/**
 * A page of the shell itself, beside its style and script.
 * @param script file beside the page; it fills the words in, as text only
 * @param main what stands in the element `main`, indented by six
 */
export function documentHtml({ language }: Texts, script: string, main: string): string {
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Tillmark</title>
    <link rel="stylesheet" href="waiting.css">
    <script src="${script}" defer></script>
  </head>
  <body>
    <main>
${main}
    </main>
  </body>
</html>
`;
}
