import type { ControlStatus } from '../../../service/wire.ts';
import { Card, Fact, Facts } from '../../components/card.tsx';
import { countryName } from '../../format/country.ts';
import { useTexts } from '../../i18n/use-texts.ts';

/** Whose register this is and where it stands. */
export function RegisterCard({ status }: { status: ControlStatus }) {
  const { t, locale } = useTexts();
  const { company, country, location, terminal, rn } = status;
  const none = t('page.register.none');
  return (
    <Card heading={t('page.register.heading')}>
      <Facts>
        <Fact name={t('page.register.company')}>{company?.name ?? none}</Fact>
        {company !== null && <Fact name={t('page.register.taxId')}>{company.taxId}</Fact>}
        {country !== null && <Fact name={t('page.register.country')}>{countryName(country, locale)}</Fact>}
        {location !== null && (
          <Fact name={t('page.register.location')}>
            {location.name === '' ? location.tl : `${location.name} (${location.tl})`}
          </Fact>
        )}
        {terminal !== null && <Fact name={t('page.register.terminal')}>{terminal}</Fact>}
        <Fact name={t('page.register.name')}>{rn}</Fact>
      </Facts>
    </Card>
  );
}
