import { Anchor, Button, Group } from '@mantine/core';
import type { DevicesOverview } from '../../../service/printing/wire.ts';
import { PAGE_HASH } from '../../api/page-choice.ts';
import { Fact, Facts } from '../../components/card.tsx';
import { Notice } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { countryName } from '../../format/country.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import type { Proposal } from './use-dialog.tsx';

/** The fiscal printer of the register: what is known of it is on the page of its country. */
export function FiscalPrinterPanel({
  overview: { profile },
  fiscal: { title, port },
  country: code,
  isManager,
  onSetUp,
}: {
  overview: DevicesOverview;
  fiscal: NonNullable<DevicesOverview['fiscal']>;
  country: string | null;
  isManager: boolean;
  onSetUp: (proposal: Proposal) => void;
}) {
  const { t, locale } = useTexts();
  const country = code === null ? '' : countryName(code, locale);
  return (
    <Panel heading={t('devices.printer.heading')}>
      <Notice tone="plain" title={t('devices.fiscal.title')}>
        <p>{t('devices.fiscal.text', { country })}</p>
        <Anchor href={PAGE_HASH.fiscal}>{t('devices.fiscal.open', { country })}</Anchor>
      </Notice>
      <Facts>
        <Fact name={t('devices.printer.model')}>{title}</Fact>
        <Fact name={t('devices.printer.port')}>
          <code>{port}</code>
        </Fact>
      </Facts>
      {isManager && (
        <Group gap="xs">
          <Button onClick={() => onSetUp(profile)}>{t('devices.printer.change')}</Button>
        </Group>
      )}
    </Panel>
  );
}
