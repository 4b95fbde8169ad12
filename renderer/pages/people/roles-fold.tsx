import { Fact, Facts } from '../../components/card.tsx';
import { Fold } from '../../components/fold.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { ROLES } from './roles.ts';

/** What each role may do, in words. */
export function RolesFold() {
  const { t } = useTexts();
  return (
    <Fold summary={t('people.rolesHeading')}>
      <Facts>
        {ROLES.map((role) => (
          <Fact key={role} name={t(`people.roles.${role}.name`)}>
            {t(`people.roles.${role}.may`)}
          </Fact>
        ))}
      </Facts>
    </Fold>
  );
}
