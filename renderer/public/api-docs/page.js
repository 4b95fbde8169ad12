/* The page at /docs: search, copy, and opening what a link leads to. */
const search = document.getElementById('search');
const found = document.getElementById('found');
const searched = [...document.querySelectorAll('[data-search]')];
const groups = [...document.querySelectorAll('[data-group]')];

function look() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const part of searched) part.hidden = !words.every((word) => part.dataset.search.includes(word));
  for (const group of groups) group.hidden = !group.querySelector('[data-search]:not([hidden])');
  const count = document.querySelectorAll('.operation:not([hidden])').length;
  found.textContent = words.length === 0 ? '' : count === 0 ? found.dataset.none : String(count);
}

/** Opens what the address names. */
function openTarget() {
  const target =
    location.hash === '' ? null : document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!(target instanceof HTMLDetailsElement)) return;
  if (target.hidden) {
    search.value = '';
    look();
  }
  target.open = true;
  target.scrollIntoView();
  target.querySelector('summary').focus({ preventScroll: true });
}

/** Without the clipboard of browsers (a page over plain HTTP in the network) the text is marked, to be copied by hand. */
async function copy(button) {
  const text = button.nextElementSibling;
  getSelection().selectAllChildren(text);
  try {
    await navigator.clipboard.writeText(text.textContent);
  } catch {
    return;
  }
  const { textContent } = button;
  button.textContent = button.dataset.copied;
  setTimeout(() => (button.textContent = textContent), 2000);
}

document.querySelector('.search').hidden = false;
search.addEventListener('input', look);
search.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') {
    search.value = '';
    look();
  } else if (event.key === 'Enter') {
    const first = document.querySelector('.operation:not([hidden])');
    if (first) location.hash = first.id;
  }
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target === search || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  search.focus();
});
for (const button of document.querySelectorAll('.copy')) {
  button.hidden = false;
  button.addEventListener('click', () => void copy(button));
}
addEventListener('hashchange', openTarget);
// A link to where the page is already changes no address.
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
  if (link && link.hash === location.hash) openTarget();
});
openTarget();
