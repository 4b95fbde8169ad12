import i18next from 'i18next';
import type en from '../../resources/locales/en.json';
import type { Failure } from '../api/request.ts';

type FolderProblem = keyof typeof en.care.backups.folder.problem;

/**
 * What is wrong with a folder, in the language of the page; null when that was not what failed.
 * @param field name of the field in the answer
 */
export function folderWords(failure: Failure | null, field: string): string | null {
  const problem = failure?.fields?.[field];
  const isKnown: boolean = i18next.exists(`care.backups.folder.problem.${problem}`);
  return isKnown ? i18next.t(`care.backups.folder.problem.${problem as FolderProblem}`) : null;
}
