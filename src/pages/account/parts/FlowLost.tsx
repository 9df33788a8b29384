import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { hrefTo, type Path } from '../../../app/paths';
import { Button } from '../../../components/Button';
import { StepFrame } from './StepFrame';

/** A later step opened without the earlier ones (another tab, a closed browser). */
export function FlowLost({ title, restart }: { title: ReactNode; restart: Path }) {
  return (
    <StepFrame
      title={title}
      lead={<Trans>This step belongs to one that was begun elsewhere. Please start again.</Trans>}
    >
      <Button block href={hrefTo(restart)}>
        <Trans>Start again</Trans>
      </Button>
    </StepFrame>
  );
}
