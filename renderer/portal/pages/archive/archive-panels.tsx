import { idOf } from '../../api/entities.ts';
import { useAsk } from '../../api/use-ask.ts';
import type { SectionProps } from '../entity/entity-page.tsx';
import type { Register } from '../registers/types.ts';
import { ExportPanel } from './export-panel.tsx';
import { SearchPanel } from './search-panel.tsx';

/** Receipts of a company: looked up, and taken away as files. */
export function ArchivePanels({ line: { entity }, may }: SectionProps) {
  const companyId = idOf(entity);
  const [{ value }] = useAsk<{ registers: Register[] }>(`/Company/${companyId}/Registers`);
  const registers = value?.registers ?? [];
  return (
    <>
      <SearchPanel companyId={companyId} registers={registers} />
      {may.has('ExportData') && <ExportPanel companyId={companyId} country={entity.countryCode} />}
    </>
  );
}
