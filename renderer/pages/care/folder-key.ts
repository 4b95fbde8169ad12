/** Folders of the data root by the keys of what they are, under `care.disk.folder`. */
const KEYS = {
  'journal.db': 'journal',
  rn: 'rn',
  log: 'log',
  gbl: 'gbl',
  cer: 'cer',
  export: 'export',
  drill: 'drill',
  portal: 'portal',
  tse: 'tse',
  req: 'requests',
  res: 'answers',
  '.': 'loose',
} as const;

/** The key of what a folder holds; null for one that is not Tillmark's. @param name as the service lists it, `rn/1` */
export function folderKey(name: string): (typeof KEYS)[keyof typeof KEYS] | null {
  const [first = ''] = name.split('/');
  return Object.hasOwn(KEYS, first) ? KEYS[first as keyof typeof KEYS] : null;
}
