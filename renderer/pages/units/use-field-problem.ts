import type en from '../../../resources/locales/en.json';
import type { Failure } from '../../api/request.ts';
import { useTexts } from '../../i18n/use-texts.ts';

/** What the service found wrong with a field, in words; null when it is right. */
export function useFieldProblem(failure: Failure | null): (field: string) => string | null {
  const { t } = useTexts();
  return (field) => {
    const problem = failure?.fields?.[field];
    return problem === undefined ? null : t(`units.wrong.${problem as keyof typeof en.units.wrong}`);
  };
}
