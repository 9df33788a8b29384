import { useLingui } from '@lingui/react/macro';
import type { KeyValueRow } from '../../../components/KeyValue';
import { ConfirmSheet } from '../../../money/ConfirmSheet';
import { useLast } from '../../read/useLast';
import type { useMethodConfirm } from './useMethodConfirm';

export interface MethodConfirmProps<V> {
  flow: ReturnType<typeof useMethodConfirm<V>>;
  title: string;
  renderRows: (view: V) => KeyValueRow[];
  risk: { tone: 'warning' | 'danger'; text: string };
}

/** The sheet before a withdrawal method is added: what it is, compared once more, and the trade password. */
export function MethodConfirm<V>({ flow, title, renderRows, risk }: MethodConfirmProps<V>) {
  const { t } = useLingui();
  const shown = useLast(flow.view);
  if (shown === null) return null;
  return (
    <ConfirmSheet
      open={flow.view !== null}
      onClose={flow.close}
      title={title}
      rows={renderRows(shown)}
      risk={risk}
      confirmLabel={t`Add`}
      onConfirm={flow.confirm}
    />
  );
}
