import { Button } from '@mantine/core';
import type { Partner, Partners } from '../../../api/keys.ts';
import { restartService } from '../../../api/shell.ts';
import { Notice } from '../../../components/notice.tsx';
import { useTexts } from '../../../i18n/use-texts.ts';

/** What was imported just now, and what is left to be done until the wanted program is in use. */
export function PartnerNotice({
  imported,
  partners,
}: {
  imported: Partner | null;
  partners: Partners | null;
}) {
  const { t } = useTexts();
  const { wanted = null, missing = null, restartNeeded = false } = partners ?? {};
  const waits = imported !== null && !imported.active && imported.reference !== wanted;
  return (
    <>
      {imported !== null && (
        <Notice
          tone="good"
          role="status"
          title={t('fiscal.partner.imported', { reference: imported.reference })}
        >
          <p>{t('fiscal.partner.facts', { ...imported })}</p>
          {waits && <p>{t('fiscal.partner.waits', { reference: imported.reference })}</p>}
        </Notice>
      )}
      {restartNeeded && (
        <Notice tone="look" title={t('fiscal.partner.restart')}>
          <p>
            {wanted === null
              ? t('fiscal.partner.restartOwn')
              : t('fiscal.partner.restartWanted', { reference: wanted })}
          </p>
          {restartService !== undefined && (
            <Button onClick={restartService}>{t('page.banner.restart')}</Button>
          )}
        </Notice>
      )}
      {missing !== null && !restartNeeded && (
        <Notice tone="bad" title={t('fiscal.partner.missing', { reference: missing })}>
          <p>{t('fiscal.partner.missingFix')}</p>
        </Notice>
      )}
    </>
  );
}
