/** Parts of the page of a receipt. */
import { file, type Looked, type Opening, type Receipt } from './api.ts';
import { button, element } from './elements.ts';
import { checkSignature } from './signature.ts';
import type { Texts } from './texts.ts';

/** The receipt as printed, its files, and what its signature is worth. */
export function receiptParts(texts: Texts, receipt: Receipt, opening: Opening): Node[] {
  const { language, text, code } = receipt;
  return [
    element(
      'section',
      { class: 'card', 'aria-label': texts.title },
      element('pre', { lang: language, tabindex: '0', 'data-testid': 'receipt' }, text),
      code === null ? null : picture(texts, code),
    ),
    downloads(texts, receipt.file, opening, ['pdf', ...DATA]),
    signatureCard(texts, receipt),
    element('p', { class: 'quiet' }, texts.privacy),
  ];
}

function picture(texts: Texts, svg: string): HTMLElement {
  const src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  return element('img', { class: 'code', src, alt: texts.code });
}

/** Files for programs. */
export const DATA = ['json', 'xml'] as const;

/** Buttons that save the receipt as files. */
export function downloads(
  texts: Texts,
  name: string,
  opening: Opening,
  kinds: readonly ('pdf' | 'json' | 'xml')[],
): HTMLElement {
  const said = element('p', { role: 'status', class: 'bad' });
  const save = async (kind: 'pdf' | 'json' | 'xml') => {
    const blob = await file(opening, kind);
    said.textContent = blob === null ? texts.download.failed : '';
    if (blob === null) return;
    const href = URL.createObjectURL(blob);
    element('a', { href, download: `${name}.${kind}` }).click();
    // The browser has begun to read it by then.
    setTimeout(() => URL.revokeObjectURL(href), 60_000);
  };
  return element(
    'div',
    { class: 'actions' },
    ...kinds.map((kind) => button(texts.download[kind], () => void save(kind), kind === 'pdf' ? 'main' : '')),
    said,
  );
}

function signatureCard(texts: Texts, { signature, check }: Receipt): HTMLElement {
  const words = texts.signature;
  const verdict = element('p', { role: 'status', 'data-testid': 'signature' });
  const card = element(
    'section',
    { class: 'card', 'aria-label': words.title },
    element('h2', {}, words.title),
    verdict,
  );
  if (check !== null) card.append(checkLink(texts, check));
  if (typeof signature === 'string') {
    verdict.textContent = words[signature];
    return card;
  }
  verdict.textContent = words.checking;
  void checkSignature(signature).then((found) => {
    verdict.textContent = words[found];
    if (found !== 'impossible') verdict.className = found === 'fits' ? 'good' : 'bad';
  });
  card.append(
    element('p', { class: 'quiet' }, words.says),
    element('p', { class: 'signed' }, signature.says.join(' · ')),
    element('p', { class: 'quiet' }, words.limits),
  );
  return card;
}

/** The way to the authority that knows more; what it is told stands in the address. */
function checkLink(texts: Texts, href: string): HTMLElement {
  const words = texts.signature;
  return element(
    'p',
    {},
    element('a', { href, target: '_blank', rel: 'noopener noreferrer' }, words.check),
    element('br'),
    element('span', { class: 'quiet' }, words.checkHint),
  );
}

/** A form for what the customer is asked for. */
export function answerForm(
  texts: Texts,
  { asked, wrong }: Extract<Looked, { state: 'asks' }>,
  send: (proof: string) => void,
): HTMLElement {
  const input = element('input', {
    id: 'proof',
    name: 'proof',
    required: '',
    autocomplete: 'off',
    maxlength: '200',
  });
  const form = element(
    'form',
    { class: 'card' },
    element('h2', {}, texts.asks.title),
    element('p', {}, texts.asks.text),
    element('label', { for: 'proof' }, texts.asks[asked]),
    input,
    wrong ? element('p', { role: 'alert', class: 'bad' }, texts.asks.wrong) : null,
    element('button', { type: 'submit', class: 'main' }, texts.asks.send),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    send(input.value);
  });
  return form;
}

/** Why there is nothing to see. */
export function notice(
  texts: Texts,
  state: 'waiting' | 'late' | 'ended' | 'large' | 'offline' | 'limited',
  text: string,
  again: (() => void) | null,
): HTMLElement {
  return element(
    'section',
    { class: 'card', 'aria-label': texts[state].title },
    element('h2', {}, texts[state].title),
    element('p', { role: 'status' }, text),
    again && button(texts.again, again),
  );
}
