import i18next from 'i18next';
import type { Failure } from '../../api/request.ts';
import type en from '../../../resources/locales/en.json';
import { useTexts } from '../../i18n/use-texts.ts';

/** A failure in words of the page, where the service says which one it is. */
export function useDeviceFailure(): (failure: Failure | null) => Failure | null {
  const { t } = useTexts();
  return (failure) => {
    const code = failure?.fields?.['device']?.slice(1);
    if (!failure || code === undefined) return failure;
    const known = i18next.exists(`devices.refused.${code}`) ? code : 'other';
    const message = t(`devices.refused.${known as keyof typeof en.devices.refused}`);
    return { ...failure, message, details: failure.message === null ? [] : [failure.message] };
  };
}
