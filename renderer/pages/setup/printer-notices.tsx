import { Anchor } from '@mantine/core';
import type { Problem } from '../../../service/wire.ts';
import { PAGE_HASH } from '../../api/page-choice.ts';
import { Notice } from '../../components/notice.tsx';
import { problemTextsOf } from '../../i18n/problem-texts.ts';
import { problemValues } from '../../i18n/problem-values.ts';
import { useTexts } from '../../i18n/use-texts.ts';

/** What is wrong with the printer, and the way to the page that mends it. */
export function PrinterNotices({ problems }: { problems: readonly Problem[] }) {
  const { t, locale } = useTexts();
  return problems.map((problem, index) => {
    const texts = problemTextsOf(problem.code);
    const values = problemValues(problem, locale);
    return (
      <Notice key={index} tone="look" role="status" title={t(`problem.${texts}.title`, values)}>
        <p>
          {t(`problem.${texts}.fix`, values)} <Anchor href={PAGE_HASH.devices}>{t('devices.heading')}</Anchor>
        </p>
      </Notice>
    );
  });
}
