import { DataList } from '@mantine/core';
import { CopyCode } from '../../../components/copy-code.tsx';
import { Notice } from '../../../components/notice.tsx';
import { usePortalTexts } from '../../app/use-portal-texts.ts';

/** Secrets that the portal tells once and cannot tell again. */
export function ToldOnce({ secrets }: { secrets: readonly { name: string; value: string }[] }) {
  const { t } = usePortalTexts();
  return (
    <Notice tone="look" role="status" title={t('connection.toldOnce')}>
      <p>{t('connection.toldOnceText')}</p>
      <DataList orientation="vertical" gap="sm" mt="sm" data-testid="told-once">
        {secrets.map(({ name, value }) => (
          <DataList.Item key={name}>
            <DataList.ItemLabel>{name}</DataList.ItemLabel>
            <DataList.ItemValue>
              <CopyCode text={value} name={name} />
            </DataList.ItemValue>
          </DataList.Item>
        ))}
      </DataList>
    </Notice>
  );
}
