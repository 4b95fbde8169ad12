import { Group } from '@mantine/core';
import { lazy, Suspense, useCallback } from 'react';
import type { SetupOverview } from '../../../service/setup/wire.ts';
import type { ControlStatus } from '../../../service/wire.ts';
import { askCountry, postAction } from '../../api/country.ts';
import { FROM_SET_UP, PAGE_HASH } from '../../api/page-choice.ts';
import { useReloader } from '../../api/use-reloader.ts';
import { Notice } from '../../components/notice.tsx';
import { Placeholder } from '../../components/placeholder.tsx';
import { LinkButton } from './link-button.tsx';
import { countryName } from '../../format/country.ts';
import { problemTextsOf } from '../../i18n/problem-texts.ts';
import { problemValues } from '../../i18n/problem-values.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { countryWithPage } from '../../countries/list.ts';
import { LoadGuard } from '../fiscal/load-guard.tsx';
import { StepFrame, type StepWays } from './step-frame.tsx';

const DescribedPage = lazy(() => import('../../countries/described/page.tsx'));

/** What the law of the country asks for besides: keys, certificates, signature units, devices. */
export function FiscalStep({
  overview: { rn, problems, needs },
  status,
  ways,
}: {
  overview: SetupOverview;
  status: ControlStatus;
  ways: StepWays;
}) {
  const { t, locale } = useTexts();
  const country = status.country ?? '';
  const name = countryName(country, locale);
  const isMissing = problems.some(({ severity }) => severity === 'stop');
  return (
    <>
      <StepFrame
        heading={t('setup.step.fiscal')}
        intro={t('setup.fiscal.intro', { country: name })}
        ways={ways}
        isDone={!isMissing}
      >
        {problems.length === 0 && <Notice tone="good" role="status" title={t('setup.fiscal.nothing')} />}
        {problems.map((problem, index) => {
          const texts = problemTextsOf(problem.code);
          const values = problemValues(problem, locale);
          return (
            <Notice
              key={index}
              tone={problem.severity === 'stop' ? 'bad' : 'look'}
              title={t(`problem.${texts}.title`, values)}
            >
              <p>{t(`problem.${texts}.fix`, values)}</p>
            </Notice>
          );
        })}
        <p>{t('setup.fiscal.later')}</p>
        <Group gap="xs">
          {needs.units && (
            <LinkButton href={`${PAGE_HASH.units}/${FROM_SET_UP}`}>{t('units.heading')}</LinkButton>
          )}
          {needs.device && (
            <LinkButton href={`${PAGE_HASH.start}/printer`}>{t('setup.step.printer')}</LinkButton>
          )}
          {countryWithPage(status) !== null && (
            <LinkButton href={`${PAGE_HASH.fiscal}/${FROM_SET_UP}`}>
              {t('setup.fiscal.page', { country: name })}
            </LinkButton>
          )}
        </Group>
      </StepFrame>
      {status.describesPage && <Described rn={rn} status={status} />}
    </>
  );
}

/** Those sections of a described page that a register cannot begin without. */
function Described({ rn, status }: { rn: string; status: ControlStatus }) {
  const ask = useCallback(() => askCountry(rn), [rn]);
  const [{ value: answer }, reload] = useReloader(ask, status);
  const act = useCallback(
    async (action: string, body: object) => {
      const reply = await postAction(rn, action, body);
      await reload();
      return reply;
    },
    [rn, reload],
  );
  const sections = answer?.page?.sections.filter(({ setUp }) => setUp === true) ?? [];
  if (!answer || sections.length === 0) return null;
  return (
    <LoadGuard>
      <Suspense fallback={<Placeholder />}>
        <DescribedPage {...{ rn, status, act, reload }} country={answer.country} page={{ sections }} />
      </Suspense>
    </LoadGuard>
  );
}
