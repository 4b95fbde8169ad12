import { Group } from '@mantine/core';
import { useState } from 'react';
import { askPartners, type Partner } from '../../../api/keys.ts';
import { useReloader } from '../../../api/use-reloader.ts';
import { KeyImport } from './key-import.tsx';
import { PartnerImport } from './partner-import.tsx';
import { PartnerNotice } from './partner-notice.tsx';

/**
 * Import of what a program signs with: its key, or the package of a partner.
 * @param props.news whatever changes when another program may be wanted or in use
 */
export function ProgramFiles({ news, onChanged }: { news: unknown; onChanged: () => void }) {
  // When it cannot be asked for, importing still works: nothing is said about it.
  const [{ value: partners }, reload] = useReloader(askPartners, news);
  const [imported, setImported] = useState<Partner | null>(null);
  return (
    <>
      <PartnerNotice imported={imported} partners={partners} />
      <Group gap="xs">
        <KeyImport />
        <PartnerImport
          onImported={(partner) => {
            setImported(partner);
            void reload();
            onChanged();
          }}
        />
      </Group>
    </>
  );
}
