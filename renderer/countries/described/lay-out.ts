import type { PageSection } from '../../../service/countries/contract/described-page/page.ts';

/** A section as wide as the page, or sections side by side in two columns. */
export type Row =
  { wide: PageSection; columns: null } | { wide: null; columns: readonly (readonly PageSection[])[] };

/** Sections in their places: in one column they are read in their order, too. */
export function layOut(sections: readonly PageSection[]): Row[] {
  const rows: Row[] = [];
  let narrow: PageSection[] = [];
  const close = () => {
    const half = Math.ceil(narrow.length / 2);
    const columns = [narrow.slice(0, half), narrow.slice(half)].filter((column) => column.length > 0);
    const [only] = narrow;
    // A column of its own beside nothing would look forgotten.
    if (narrow.length === 1 && only !== undefined) rows.push({ wide: only, columns: null });
    else if (columns.length > 0) rows.push({ wide: null, columns });
    narrow = [];
  };
  for (const section of sections) {
    if (!section.wide) {
      narrow.push(section);
      continue;
    }
    close();
    rows.push({ wide: section, columns: null });
  }
  close();
  return rows;
}
