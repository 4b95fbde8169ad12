import { Notice } from '../../../components/notice.tsx';
import { Panel } from '../../../components/panel.tsx';
import { idOf, kindOf } from '../../api/entities.ts';
import { useAsk } from '../../api/use-ask.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import type { SectionProps } from '../entity/entity-page.tsx';
import { InsidePanel } from '../entity/inside-panel.tsx';
import { Empty, Loading } from '../loading.tsx';
import { byUrgency } from '../registers/health.ts';
import { RegisterTable } from '../registers/registers-panel.tsx';
import type { Register } from '../registers/types.ts';
import { AttentionPanel } from './attention-panel.tsx';
import { NewestPanel } from './newest-panel.tsx';
import { TurnoverPanel } from './turnover-panel.tsx';

const EVERY_MS = 6000;

/** What matters today in a company or in one of its locations: registers first, then turnover and receipts. */
export function ShopOverview(props: SectionProps) {
  const { t } = usePortalTexts();
  const { line, may } = props;
  const { entity, above } = line;
  if (kindOf(entity) === 'company') {
    return (
      <>
        {may.has('ReadRegister') && (
          <Shop companyId={idOf(entity)} locationId={null} mayConnect={may.has('ManageUsers')} />
        )}
        <InsidePanel {...props} />
      </>
    );
  }
  const company = above.find((one) => idOf(one) === entity.parentEntityId);
  if (company) return <Shop companyId={idOf(company)} locationId={idOf(entity)} mayConnect={false} />;
  return (
    <Panel heading={t('section.overview')}>
      <Notice tone="plain">
        <p>{t('overview.ofCompany')}</p>
      </Notice>
    </Panel>
  );
}

function Shop({
  companyId,
  locationId,
  mayConnect,
}: {
  companyId: number;
  locationId: number | null;
  mayConnect: boolean;
}) {
  const { t, language } = usePortalTexts();
  const registers = useAsk<{ registers: Register[] }>(
    `/Company/${companyId}/Registers?languageCode=${language}`,
    EVERY_MS,
  );
  const all = registers[0].value?.registers ?? [];
  return (
    <>
      {locationId === null ? (
        <AttentionPanel companyId={companyId} registers={registers} mayConnect={mayConnect} />
      ) : (
        <Panel heading={t('section.registers')} intro={t('registers.intro')}>
          <Loading loaded={registers}>
            {() => {
              const here = all.filter((one) => one.locationId === locationId);
              return here.length === 0 ? (
                <Empty>{t('overview.noneHere')}</Empty>
              ) : (
                <RegisterTable registers={byUrgency(here)} />
              );
            }}
          </Loading>
        </Panel>
      )}
      <TurnoverPanel companyId={companyId} locationId={locationId} />
      <NewestPanel companyId={companyId} locationId={locationId} registers={all} />
    </>
  );
}
