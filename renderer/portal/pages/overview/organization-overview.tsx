import { idOf } from '../../api/entities.ts';
import type { SectionProps } from '../entity/entity-page.tsx';
import { InsidePanel } from '../entity/inside-panel.tsx';
import { CompaniesOverview } from './companies-overview.tsx';

/** What matters today in an organization, and what can be created in it. */
export function OrganizationOverview(props: SectionProps) {
  const { line, may } = props;
  const id = idOf(line.entity);
  const mayCreate = may.has('ManageCompany') && line.entity.state !== 'Deactivated';
  return (
    <>
      <CompaniesOverview organizationId={id} createIn={mayCreate ? id : null} />
      <InsidePanel {...props} />
    </>
  );
}
