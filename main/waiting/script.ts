import type { Texts } from '../texts.ts';

/**
 * Script of the waiting page. Kept as text because it runs in the page, where
 * the policy allows only files of the own scheme, and so that the shell's
 * bundle stays one file.
 */
export function waitingScript(texts: Texts): string {
  return `'use strict';
const texts = ${JSON.stringify(texts)};
${body}`;
}

const body = String.raw`
// Why the register's page could not be shown, in Chromium's words.
const error = new URLSearchParams(location.search).get('error');
const bridge = window.tillmark;
const part = (id) => document.getElementById(id);
const put = (id, text) => { if (part(id).textContent !== text) part(id).textContent = text; };
let ticking;

function reason(state) {
  if (state.state === 'failed') return texts.reasons[state.reason];
  if (state.url === null) return texts.filesOnly;
  if (state.state !== 'restarting') return '';
  const seconds = Math.ceil((Date.parse(state.at) - Date.now()) / 1000);
  return seconds > 0 ? texts.restartingIn.replace('{seconds}', seconds) : texts.restartingNow;
}

function show(state) {
  clearInterval(ticking);
  // A register that is there replaces this page; until it does, nothing is wrong, unless its page did not load.
  const lost = state.url && error !== null;
  const shown = state.url ? { state: 'starting' } : state;
  put('heading', texts.heading);
  // The countdown is not in this line: it is a live region, and would be read out every second.
  const line = texts[shown.state === 'restarting' ? 'interrupted' : shown.state];
  put('line', lost ? texts.pageLost : line.replace('{count}', shown.problems?.length));
  put('reason', lost ? texts.pageLostText : reason(shown));
  put('sell', shown.state === 'starting' || shown.url === null ? '' : texts.cannotSell);
  put('restart', texts.restart);
  const detail = lost ? error : shown.text;
  put('detail', detail ?? '');
  part('detail').hidden = !detail;
  part('restart').hidden = shown.state === 'starting';
  put('again', texts.tryAgain);
  part('again').hidden = !lost;
  // Once may happen; a register that ends again and again needs a person.
  const isLoop = shown.state === 'restarting' && shown.attempt >= 3;
  const again = isLoop ? texts.crash.again.replace('{count}', shown.attempt) + ' ' : '';
  const isDown = isLoop || shown.state === 'failed';
  put('help', isDown ? again + texts.crash.help : '');
  put('logs', texts.openLogs);
  part('logs').hidden = !isDown;
  part('printed').hidden = true;
  if (isDown) void bridge.lastLines().then(print);
  if (shown.state === 'restarting') ticking = setInterval(() => put('reason', reason(shown)), 250);
}

function print(lines) {
  put('printed', lines.join('\n'));
  part('printed').hidden = lines.length === 0;
}

part('logs').addEventListener('click', () => bridge.openLogs());
part('restart').addEventListener('click', () => {
  show({ state: 'starting' });
  bridge.restartService().catch(() => bridge.serviceState().then(show));
});
part('again').addEventListener('click', () => bridge.showRegister());
show({ state: 'starting' });
bridge.onServiceState(show);
bridge.serviceState().then(show);
`;
