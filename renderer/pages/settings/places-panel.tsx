import { Button } from '@mantine/core';
import { useState } from 'react';
import type { PlacedRegister, PlacesOverview } from '../../../service/wire.ts';
import { askPlaces, freePlace } from '../../api/places.ts';
import { useReloader } from '../../api/use-reloader.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Panel } from '../../components/panel.tsx';
import { Cell, Row, WideTable } from '../../components/wide-table.tsx';
import { useTexts } from '../../i18n/use-texts.ts';

/** What companies take of a cloud register; nothing on a till. */
export function PlacesPanel({ news }: { news: unknown }) {
  const { t } = useTexts();
  const [{ value: overview, failure }, reload] = useReloader(askPlaces, news);
  const [asked, setAsked] = useState<PlacedRegister | null>(null);
  if (overview?.cloud !== true) return null;
  const { companies, most, idleDays: days } = overview;
  const free = async (rn: string) => {
    const reply = await freePlace(rn);
    await reload();
    return reply;
  };
  return (
    <Panel heading={t('settings.places.heading')} intro={t('settings.places.intro', { most, days })}>
      <FailureNote failure={failure} />
      {companies.length === 0 && <p>{t('settings.places.none')}</p>}
      {companies.map((company) => (
        <CompanyPlaces key={company.id} company={company} most={most} onFree={setAsked} />
      ))}
      {asked !== null && (
        <ConfirmDialog
          heading={t('settings.places.ask', { till: tillOf(asked) })}
          submit={t('settings.places.free')}
          action={() => free(asked.rn)}
          done={t('settings.places.done', { till: tillOf(asked) })}
          onClose={() => setAsked(null)}
        >
          <p>{t('settings.places.text')}</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}

function CompanyPlaces({
  company: { name, taxId, taken, registers },
  most,
  onFree,
}: {
  company: PlacesOverview['companies'][number];
  most: number;
  onFree: (register: PlacedRegister) => void;
}) {
  const { t } = useTexts();
  const company = t('settings.places.company', { name, taxId });
  const [till, last, place] = [
    t('settings.places.register'),
    t('settings.places.last'),
    t('settings.places.place'),
  ];
  return (
    <section>
      <h3>
        {company}: {t('settings.places.count', { taken, most })}
      </h3>
      <WideTable caption={company} columns={[till, last, place]} actions={t('settings.places.actions')}>
        {registers.map((register) => (
          <Row key={register.rn}>
            <Cell label={till}>{tillOf(register)}</Cell>
            <Cell label={last}>{register.last.replace('T', ' ') || t('settings.places.never')}</Cell>
            <Cell label={place}>{t(`settings.places.state.${register.place}`)}</Cell>
            <Cell label={t('settings.places.actions')} actions>
              {register.place === 'taken' && (
                <Button
                  variant="subtle"
                  aria-label={t('settings.places.freeOf', { till: tillOf(register) })}
                  onClick={() => onFree(register)}
                >
                  {t('settings.places.free')}
                </Button>
              )}
            </Cell>
          </Row>
        ))}
      </WideTable>
    </section>
  );
}

/** As tills call themselves: location and terminal. */
function tillOf({ tl, tt }: PlacedRegister): string {
  return `${tl} / ${tt}`;
}
