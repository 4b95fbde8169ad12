/** The page of a digital receipt: opened by the handle behind `#`, which no server sees in an address. */
import { LANGUAGES, isLanguage, type Language } from '../i18n/languages.ts';
import { look, type Looked, type Opening } from './api.ts';
import { element } from './elements.ts';
import { readersLanguage, textsIn, type Texts } from './texts.ts';
import { answerForm, DATA, downloads, notice, receiptParts } from './parts.ts';

/** Seconds until the page looks again by itself; longer and longer. */
const WAITS = [3, 3, 5, 5, 10, 30, 60] as const;
/** So often it looks by itself, for a quarter of an hour; then the till has no network, or the address is wrong. */
const MOST_LOOKS = 20;

const root = document.getElementById('root')!;
let opening: Opening = { handle: '', proof: '' };
let language: Language = readersLanguage();
let texts: Texts = await textsIn(language);
let shown: Looked | { state: 'late' } = { state: 'waiting' };
let looked = 0;
let timer = 0;
/** It is time to look, and nobody sees the page. */
let isDue = false;

/** Begins with the handle of the address. */
function begin(): void {
  opening = { handle: location.hash.slice(1), proof: '' };
  looked = 0;
  void again();
}

/** Asks the portal, and again while the receipt has not arrived and somebody sees the page. */
async function again(): Promise<void> {
  clearTimeout(timer);
  isDue = false;
  const asked = opening;
  const answer = await look(asked);
  if (asked !== opening) return;
  const isOpen = answer.state === 'waiting' || answer.state === 'offline';
  const isLast = isOpen && looked >= MOST_LOOKS;
  shown = isLast && answer.state === 'waiting' ? { state: 'late' } : answer;
  draw();
  if (!isOpen || isLast) return;
  const seconds = WAITS[Math.min(looked++, WAITS.length - 1)]!;
  timer = window.setTimeout(() => {
    if (document.hidden) isDue = true;
    else void again();
  }, seconds * 1000);
}

document.addEventListener('visibilitychange', () => {
  if (isDue && !document.hidden) void again();
});

function draw(): void {
  document.documentElement.lang = language;
  document.title = shown.state === 'ready' ? `${texts.title} – ${shown.company}` : texts.title;
  root.replaceChildren(header(), element('main', {}, ...parts()));
}

function parts(): Node[] {
  switch (shown.state) {
    case 'ready':
      return receiptParts(texts, shown, opening);
    case 'asks':
      return [
        answerForm(texts, shown, (proof) => {
          opening = { ...opening, proof };
          void again();
        }),
      ];
    case 'limited':
      return [
        notice(texts, 'limited', texts.limited.text.replace('{{seconds}}', String(shown.seconds)), retry),
      ];
    case 'large':
      return [notice(texts, 'large', texts.large.text, null), downloads(texts, 'receipt', opening, DATA)];
    case 'waiting':
    case 'late':
    case 'ended':
    case 'offline':
      return [notice(texts, shown.state, texts[shown.state].text, shown.state === 'ended' ? null : retry)];
  }
}

/** Somebody wants to know, so that the page looks by itself for a while again. */
function retry(): void {
  looked = 0;
  void again();
}

function header(): HTMLElement {
  const of = shown.state === 'ready' ? shown : null;
  const choice = element('select', { 'aria-label': texts.language });
  for (const [code, { name }] of Object.entries(LANGUAGES)) {
    const option = element('option', { value: code, lang: code }, name);
    option.selected = code === language;
    choice.append(option);
  }
  choice.addEventListener('change', () => void chooseLanguage(choice.value));
  return element(
    'header',
    {},
    of?.logo ? element('img', { src: of.logo, alt: '' }) : null,
    element(
      'div',
      { class: 'name' },
      element('h1', {}, of ? of.company : texts.title),
      of?.place ? element('p', { class: 'quiet' }, of.place) : null,
    ),
    choice,
  );
}

async function chooseLanguage(code: string): Promise<void> {
  if (!isLanguage(code)) return;
  const chosen = await textsIn(code);
  [language, texts] = [code, chosen];
  draw();
  root.querySelector('select')?.focus();
}

window.addEventListener('hashchange', begin);
begin();
