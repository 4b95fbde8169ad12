import { Notice } from '../../../components/notice.tsx';
import { Panel } from '../../../components/panel.tsx';
import { idOf, kindOf } from '../../api/entities.ts';
import { useAsk } from '../../api/use-ask.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import type { SectionProps } from '../entity/entity-page.tsx';
import type { Register } from '../registers/types.ts';
import { ExportPanel } from './export-panel.tsx';
import { SearchPanel } from './search-panel.tsx';
import type { Place } from './search-panel.tsx';

/** Receipts of a company or a location: looked up, and taken away as files. */
export function ArchivePanels({
  line: { entity, above },
  may,
  registerId,
}: SectionProps & { registerId: number | null }) {
  const { t } = usePortalTexts();
  const isCompany = kindOf(entity) === 'company';
  const company = isCompany ? entity : above.find((one) => idOf(one) === entity.parentEntityId);
  if (!company) {
    return (
      <Panel heading={t('archive.search')}>
        <Notice tone="plain">
          <p>{t('overview.ofCompany')}</p>
        </Notice>
      </Panel>
    );
  }
  const place = { companyId: idOf(company), locationId: isCompany ? null : idOf(entity), registerId };
  return (
    <>
      <Search place={place} mayExport={may.has('ExportData')} />
      {isCompany && may.has('ExportData') && (
        <ExportPanel companyId={place.companyId} country={company.countryCode} />
      )}
    </>
  );
}

function Search({ place, mayExport }: { place: Place; mayExport: boolean }) {
  const { companyId, locationId } = place;
  const [{ value }] = useAsk<{ registers: Register[] }>(`/Company/${companyId}/Registers`);
  const all = value?.registers ?? [];
  const registers = locationId === null ? all : all.filter((one) => one.locationId === locationId);
  return <SearchPanel place={place} registers={registers} mayExport={mayExport} />;
}
