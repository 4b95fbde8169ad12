import type { Texts } from '../texts.ts';
import { documentHtml } from './document.ts';

/** The page shown while there is no register to show. Its words come from the script, as text only. */
export function waitingHtml(texts: Texts): string {
  return documentHtml(
    texts,
    'waiting.js',
    `      <h1 id="heading"></h1>
      <p id="line" role="status"></p>
      <p id="reason"></p>
      <p id="sell"></p>
      <button id="restart" type="button" hidden></button>
      <button id="again" type="button" hidden></button>
      <button id="logs" type="button" hidden></button>
      <p id="help"></p>
      <pre id="detail" hidden></pre>
      <pre id="printed" hidden></pre>`,
  );
}

/** Style of the waiting page: legible from behind the counter, in the system's colours. */
export const WAITING_CSS = `body {
  margin: 0;
  min-height: 100vh;
  display: grid;
  place-items: center;
  font: 1.125rem/1.5 system-ui, sans-serif;
  color-scheme: light dark;
  background: light-dark(#f3f4f2, #14181a);
  color: CanvasText;
}
main { max-width: 36rem; padding: 2rem; }
h1 { font-size: 1.25rem; font-weight: 600; opacity: 0.7; }
#line { font-size: 1.5rem; font-weight: 600; }
p:empty { display: none; }
button { font: inherit; padding: 0.75rem 1.5rem; min-height: 3rem; }
label { display: block; margin-top: 1rem; }
input { display: block; box-sizing: border-box; width: 100%; min-height: 3rem; padding: 0 0.75rem; font: inherit; }
form button { margin-top: 1.5rem; }
pre { margin-top: 2rem; white-space: pre-wrap; overflow-wrap: anywhere; font-size: 0.875rem; opacity: 0.7; }
[hidden] { display: none; }
`;
