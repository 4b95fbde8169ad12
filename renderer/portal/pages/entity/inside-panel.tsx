import { ButtonLink } from '../../../components/button.tsx';
import { ButtonRow } from '../../../components/button-row.tsx';
import { Panel } from '../../../components/panel.tsx';
import { idOf, kindOf } from '../../api/entities.ts';
import { entityHash } from '../../api/route.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import type { SectionProps } from './entity-page.tsx';

/** What can be created in an entity. */
export function InsidePanel({ line: { entity }, may }: SectionProps) {
  const { t } = usePortalTexts();
  const kind = kindOf(entity);
  const id = idOf(entity);
  if (kind === 'location' || !may.has('ManageCompany') || entity.state === 'Deactivated') return null;
  return (
    <Panel heading={t('entity.inside')} intro={t(`entity.insideText.${kind}`)}>
      <ButtonRow>
        {kind === 'organization' && (
          <>
            <ButtonLink href={entityHash(kind, id, 'new-company')}>{t('entity.new.company')}</ButtonLink>
            <ButtonLink href={entityHash(kind, id, 'new-organization')}>
              {t('entity.new.organization')}
            </ButtonLink>
          </>
        )}
        {kind === 'company' && (
          <ButtonLink href={entityHash(kind, id, 'new-location')}>{t('entity.new.location')}</ButtonLink>
        )}
      </ButtonRow>
    </Panel>
  );
}
