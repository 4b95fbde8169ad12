import type { PortugalOverview } from '../../../service/countries/pt/wire.ts';
import { CardGrid, Stack, Wide } from '../../components/card-grid.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { ClockCard } from '../clock-card.tsx';
import type { CountryPageProps } from '../contract.ts';
import type { Act } from './actions.ts';
import { LoginCard } from './login/login-card.tsx';
import { MovementCard } from './movement/movement-card.tsx';
import { NotesCard } from './notes/notes-card.tsx';
import { ProgramCard } from './program/program-card.tsx';
import { SaftCard } from './saft/saft-card.tsx';
import { DOCUMENT_TYPES } from './series/document-types.ts';
import { SeriesCard } from './series/series-card.tsx';
import { TaxesCard } from './taxes/taxes-card.tsx';

/** What Portugal's law asks of a shop: series, SAF-T, login, certified program, taxes. */
export default function PortugalPage({ rn, status, overview, act: send, reload }: CountryPageProps) {
  const { t } = useTexts();
  const portugal = overview as PortugalOverview;
  const { clockStop } = portugal;
  const act: Act = send;
  const today = status.now.slice(0, 10);
  const hasTransport = portugal.series.some(({ type }) => DOCUMENT_TYPES.MG.some((known) => known === type));
  return (
    <CardGrid>
      <Wide>
        {clockStop !== null && (
          <ClockCard
            last={clockStop.last}
            now={status.now}
            series={clockStop.series}
            consequence={t('clock.portugal', { series: clockStop.series.join(', ') })}
            confirm={() => act('clock', {})}
          />
        )}
        <SeriesCard overview={portugal} till={status.terminal ?? rn} today={today} act={act} />
        {portugal.unreferenced.length > 0 && <NotesCard rows={portugal.unreferenced} />}
      </Wide>
      <Stack>
        <SaftCard rn={rn} status={status} months={portugal.months} today={today} reload={reload} />
        {hasTransport && <MovementCard act={act} />}
        <ProgramCard program={portugal.program} status={status} reload={reload} />
      </Stack>
      <Stack>
        <LoginCard overview={portugal} taxId={status.company?.taxId ?? ''} today={today} act={act} />
        <TaxesCard overview={portugal} today={today} act={act} />
      </Stack>
    </CardGrid>
  );
}
