/** A receipt as a web page that stands alone. */
import type { Printed } from './form.ts';
import { formOf } from './long-forms.ts';
import { PAPERS, type PaperKind } from './papers.ts';
import type { Templates } from './templates.ts';

/**
 * Renders by template.
 * @param folder may hold the register's own templates
 * @param raw the amounts as in the record, which only these may want
 */
export function renderHtml(
  paper: Printed,
  kind: PaperKind,
  templates: Templates,
  folder: string | null,
  raw = paper,
): Promise<string> {
  const data = (isOwn: boolean) => formOf({ form: 'data', paper, kind, ...(isOwn && { raw }) });
  return templates.render(PAPERS[kind].template, folder, async (isOwn) => String(await data(isOwn)));
}
