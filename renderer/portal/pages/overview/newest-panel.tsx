import { Button, Group } from '@mantine/core';
import { Panel } from '../../../components/panel.tsx';
import { entityHash } from '../../api/route.ts';
import { useAsk } from '../../api/use-ask.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { ReceiptTable } from '../archive/receipt-table.tsx';
import type { FoundRecord } from '../archive/types.ts';
import { Empty, Loading } from '../loading.tsx';
import type { Register } from '../registers/types.ts';

const EVERY_MS = 15_000;
const SHOWN = 8;

/** The newest receipts of a company or one of its locations. */
export function NewestPanel({
  companyId,
  locationId,
  registers,
}: {
  companyId: number;
  locationId: number | null;
  registers: readonly Register[];
}) {
  const { t } = usePortalTexts();
  const query = locationId === null ? '' : `&locationId=${locationId}`;
  const newest = useAsk<{ Rec: FoundRecord[] }>(
    `/Company/${companyId}/Records?type=Tra&limit=${SHOWN}${query}`,
    EVERY_MS,
  );
  return (
    <Panel heading={t('overview.newest')}>
      <Loading loaded={newest}>
        {({ Rec: records }) =>
          records.length === 0 ? (
            <Empty>{t('overview.noReceipts')}</Empty>
          ) : (
            <>
              <ReceiptTable companyId={companyId} records={records} registers={registers} />
              <Group gap="xs">
                <Button
                  component="a"
                  href={
                    locationId === null
                      ? entityHash('company', companyId, 'receipts')
                      : entityHash('location', locationId, 'receipts')
                  }
                >
                  {t('registers.receipts')}
                </Button>
              </Group>
            </>
          )
        }
      </Loading>
    </Panel>
  );
}
