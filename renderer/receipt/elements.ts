/** Makes elements. Texts go in as texts: nothing of a receipt becomes HTML. */

/** An element with attributes and children; a missing child is left out. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string | null)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** A button that does something. */
export function button(text: string, act: () => void, look = ''): HTMLButtonElement {
  const made = element('button', { type: 'button', ...(look !== '' && { class: look }) }, text);
  made.addEventListener('click', act);
  return made;
}
