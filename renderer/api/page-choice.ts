/** Pages of the control page, as the hash of its address names them. */
export type PageName = 'status' | 'fiscal' | 'units';

/** Where a page is found: a plain link, so that it can be bookmarked and opened in another tab. */
export const pageHash: Record<PageName, string> = {
  status: '#/',
  fiscal: '#/fiscal',
  units: '#/units',
};

/** The page a hash asks for; a stranger's hash asks for the status. */
export function pageIn(hash: string): PageName {
  if (hash === pageHash.units) return 'units';
  return hash === pageHash.fiscal ? 'fiscal' : 'status';
}
