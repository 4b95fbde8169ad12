import type { Texts } from '../texts.ts';
import { documentHtml } from './document.ts';

/** The page that asks for user and password where the register wants them. Its words come from the script. */
export function signInHtml(texts: Texts): string {
  return documentHtml(
    texts,
    'sign-in.js',
    `      <h1 id="heading"></h1>
      <p id="intro"></p>
      <form id="form">
        <label><span id="userLabel"></span><input id="user" autocomplete="username" required autofocus></label>
        <label><span id="passwordLabel"></span><input id="password" type="password" autocomplete="current-password" required></label>
        <p id="wrong" role="alert"></p>
        <button id="submit" type="submit"></button>
      </form>`,
  );
}

/** Script of that page. The form sends nothing: the shell takes both over its bridge. */
export function signInScript(texts: Texts): string {
  const { heading, signIn } = texts;
  return `'use strict';
const texts = ${JSON.stringify({ heading, ...signIn })};
${body}`;
}

const body = String.raw`
const part = (id) => document.getElementById(id);
const put = (id, text) => { part(id).textContent = text; };
put('heading', texts.heading);
put('intro', texts.intro);
put('userLabel', texts.user);
put('passwordLabel', texts.password);
put('submit', texts.submit);
if (new URLSearchParams(location.search).has('wrong')) put('wrong', texts.wrong);

part('form').addEventListener('submit', (event) => {
  event.preventDefault();
  window.tillmark.signIn(part('user').value, part('password').value);
});
`;
