import { Button, Group, List } from '@mantine/core';
import { useState } from 'react';
import { Values } from '../../../components/values.tsx';
import { useTexts } from '../../../i18n/use-texts.ts';
import { ReportList } from '../finanzonline/report-list.tsx';
import { ReportNow } from '../finanzonline/report-now.tsx';
import { PORTAL, registerValues, unitValues } from '../portal-words.ts';
import { ShowKeyDialog } from '../register/show-key-dialog.tsx';
import type { StepProps } from './start-card.tsx';
import { firstReports, isHeldBack, isReported, isTestKey } from './steps.ts';

/** Step 3: the tax office knows signature unit and register. */
export function ReportStep({ overview, registerId, today, byHand, act, onCheck }: StepProps) {
  const { t } = useTexts();
  const { finanzOnline } = overview;
  const reports = firstReports(overview);
  const isOpen = !isReported(reports);
  return (
    <>
      {isOpen && finanzOnline.login !== null && (
        <p>
          {t(
            isHeldBack(overview.training, finanzOnline.mode)
              ? 'austria.start.access.heldBack'
              : 'austria.start.report.byItself',
          )}
        </p>
      )}
      {isOpen && byHand && <ByHand overview={overview} registerId={registerId} act={act} />}
      <ReportList account={finanzOnline} reports={reports} today={today} act={act} onCheck={onCheck} />
      <ReportNow account={{ ...finanzOnline, reports }} act={act} />
    </>
  );
}

/** What to enter in FinanzOnline, with everything that has to be typed. */
function ByHand({ overview, registerId, act }: Pick<StepProps, 'overview' | 'registerId' | 'act'>) {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  const { units, keyCheck } = overview;
  const unit = units.find(({ state }) => state === 'ready') ?? units[0];
  const values = unit === undefined || isTestKey(unit) ? [] : unitValues(unit);
  return (
    <>
      <List type="ordered" spacing="sm">
        <List.Item>
          {t('austria.hand.go')} <span lang="de">{PORTAL.registers}</span>.
        </List.Item>
        <List.Item>
          {t('austria.hand.unit')} <q lang="de">{PORTAL.unit}</q>
          {values.length === 0 ? (
            <p>{t(unit && isTestKey(unit) ? 'austria.hand.unitTest' : 'austria.hand.unitUnknown')}</p>
          ) : (
            <Values values={values} lang="de" />
          )}
        </List.Item>
        <List.Item>
          {t('austria.hand.register')} <q lang="de">{PORTAL.register}</q>
          <Values values={registerValues(registerId)} lang="de" />
          <Group gap="xs">
            <Button onClick={() => setOpen(true)}>{t('austria.key.show')}</Button>
          </Group>
        </List.Item>
        <List.Item>{t('austria.hand.back')}</List.Item>
      </List>
      {open && (
        <ShowKeyDialog
          registerId={registerId}
          keyExists={keyCheck !== null}
          act={act}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
