import i18next from 'i18next';
import type { Cause, CauseCode } from '../../../service/e-invoicing/wire.ts';
import type { SettingValues } from '../../api/e-invoices.ts';
import type { Reply } from '../../api/request.ts';
import { useTexts } from '../../i18n/use-texts.ts';

/** Changes settings; told what it is that changes. */
export type ChangeSettings = (what: string, values: SettingValues) => Promise<Reply<unknown>>;

/** Why something is not handed over, in words. */
export function useCause(): (cause: Cause) => string {
  const { t } = useTexts();
  return ({ code, params }) => {
    // A service that is newer than this page.
    const known: CauseCode = i18next.exists(`eInvoices.cause.${code}`) ? code : 'internal';
    return t(`eInvoices.cause.${known}`, { attribute: '', folder: '', ...params });
  };
}
