import { Group, TextInput } from '@mantine/core';
import i18next from 'i18next';
import { useCallback, useState } from 'react';
import type { ControlStatus, ExportType } from '../../../service/wire.ts';
import { askExportTypes } from '../../api/exports.ts';
import { useReloader } from '../../api/use-reloader.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { LoadedPage } from '../../components/loaded-page.tsx';
import { Notice } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { ExportFiles, usePeriodExports } from '../../countries/parts/exports/exports.tsx';
import type { Period } from '../../countries/parts/exports/period-form.tsx';
import { countryName } from '../../format/country.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import type { CareProps } from './care-props.ts';
import { USUAL_PERIODS, usualPeriod } from './periods.ts';

/** Where the words for a type are, by country and type: a country brings its own. They are as these, and may be missing. */
function kindOf({ type, country }: Omit<ExportType, 'timeless'>): 'care.exports.kinds.other' {
  const key = `care.exports.kinds.${country ?? 'all'}.${type}`;
  return (i18next.exists(`${key}.name`) ? key : 'care.exports.kinds.other') as 'care.exports.kinds.other';
}

/** Every export that the register has: what it is for, periods, progress, files. */
export function ExportsPage({ heading, rn, snapshot }: CareProps) {
  const { t } = useTexts();
  const { status } = snapshot;
  const ask = useCallback(() => askExportTypes(rn), [rn]);
  const [loaded, reload] = useReloader(ask, status?.country);
  const [target, setTarget] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const known = status !== null && loaded.value !== null ? { status, types: loaded.value } : null;
  return (
    <LoadedPage
      heading={heading}
      snapshot={snapshot}
      loaded={{ value: known, failure: loaded.failure }}
      reload={reload}
    >
      {({ status, types }) => (
        <>
          {types.length === 0 && (
            <Notice tone="plain">
              <p>{t('care.exports.none')}</p>
            </Notice>
          )}
          {types.map((type) => (
            <ExportPanel key={type.type} {...{ rn, status, type, target }} onTarget={setWrong} />
          ))}
          {types.length > 0 && (
            <Panel heading={t('care.exports.folder.heading')} intro={t('care.exports.folder.intro')}>
              <TextInput
                maw="40rem"
                autoComplete="off"
                spellCheck={false}
                label={t('care.exports.folder.label')}
                description={t('care.exports.folder.hint')}
                error={wrong}
                value={target}
                onChange={(event) => {
                  setTarget(event.currentTarget.value);
                  setWrong(null);
                }}
              />
            </Panel>
          )}
        </>
      )}
    </LoadedPage>
  );
}

function ExportPanel({
  rn,
  status,
  type: { type, country, timeless },
  target,
  onTarget,
}: {
  rn: string;
  status: ControlStatus;
  type: ExportType;
  target: string;
  onTarget: (wrong: string | null) => void;
}) {
  const { t, locale } = useTexts();
  const isOneOfMany = status.registers.length > 1;
  const reload = useCallback(() => Promise.resolve(), []);
  const period = usePeriodExports({ rn, status, reload }, type, isOneOfMany, target, onTarget);
  const today = status.now.slice(0, 10);
  const kind = kindOf({ type, country });
  const words = { type: type.toUpperCase(), country: country === null ? '' : countryName(country, locale) };
  const button = (label: string, days: Period, isFirst: boolean) => (
    <ActionButton
      key={label}
      variant={isFirst ? 'filled' : 'default'}
      blocked={period.isRunning(days)}
      onAction={() => period.order(days)}
    >
      {label}
    </ActionButton>
  );
  return (
    <Panel heading={t(`${kind}.name`, words)} intro={t(`${kind}.intro`, words)}>
      {timeless ? (
        <Group>{button(t('care.exports.make'), { from: today, till: today }, true)}</Group>
      ) : (
        <Group gap="xs" role="group" aria-label={t('care.exports.periods.label')}>
          {USUAL_PERIODS.map((name) =>
            button(t(`care.exports.periods.${name}`), usualPeriod(name, today), name === 'lastMonth'),
          )}
        </Group>
      )}
      <ExportFiles period={period} asksWhole={isOneOfMany} today={today} isTimeless={timeless} />
    </Panel>
  );
}
