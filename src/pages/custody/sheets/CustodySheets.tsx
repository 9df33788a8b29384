import { useCallback, useEffect, useState } from 'react';
import { hostingConfig, type CustodyOrder } from '../../../../contract/calls/custody';
import { userInfo } from '../../../../contract/calls/profile';
import { currentAddress, useNavigation } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { rememberReturn } from '../../../app/return-to';
import { useCall } from '../../../bridge/useCall';
import { useDraft } from '../../../bridge/useDraft';
import { afterSheetClosed } from '../../../components/useSheetHistory';
import { useKeptValues } from '../../../update/useKeptValues';
import { useLast } from '../../read/useLast';
import { laterOf, orderById } from '../order';
import { HelpSheet } from './HelpSheet';
import { OrderSheet } from './OrderSheet';
import { PLACE_FORM, PlaceSheet } from './PlaceSheet';
import { RedeemSheet } from './RedeemSheet';
import type { PlaceStart } from './usePlaceForm';

/** The sheets of the custody screens; at most one is open. */
export type CustodySheet =
  | { kind: 'place'; addTo: CustodyOrder | null; planId?: string | null; amount?: string }
  | { kind: 'order'; order: CustodyOrder }
  | { kind: 'redeem'; order: CustodyOrder }
  | { kind: 'help' };

export interface CustodySheetsState {
  sheet: CustodySheet | null;
  open: (sheet: CustodySheet) => void;
  close: () => void;
}

export function useCustodySheets(): CustodySheetsState {
  const [sheet, setSheet] = useState<CustodySheet | null>(null);
  const open = useCallback((next: CustodySheet) => setSheet(next), []);
  const close = useCallback(() => setSheet(null), []);
  return { sheet, open, close };
}

const DRAFT = 'custody-order';

/** Opens the order form again in which something stood when the app restarted. */
function useOpenAgain(open: CustodySheetsState['open'], fresh: readonly CustodyOrder[] | undefined): void {
  const [isDone, setDone] = useState(false);
  const kept = useKeptValues(PLACE_FORM);
  const { planId = null, amount, addTo: addToId = '' } = kept ?? {};
  const addTo = addToId === '' ? null : orderById(fresh ?? [], addToId);
  const isReady = kept !== null && (addToId === '' || addTo !== null);
  useEffect(() => {
    if (isDone || !isReady) return;
    setDone(true);
    open({ kind: 'place', addTo, planId, amount });
  }, [isDone, isReady, addTo, planId, amount, open]);
}

export interface CustodySheetsProps extends CustodySheetsState {
  /** The orders as last read: an open sheet follows them. */
  fresh: readonly CustodyOrder[] | undefined;
  /** Reads them again: one has turned out to be older than it is. */
  refresh: () => void;
}

/** Renders whichever sheet is open, and brings the order form back after the detour to the trade password. */
export function CustodySheets({ sheet, open, close, fresh, refresh }: CustodySheetsProps) {
  const config = useCall(hostingConfig, {});
  const user = useCall(userInfo, {});
  const { open: openPage } = useNavigation();
  const { draft, save, clear } = useDraft(DRAFT);
  const shown = useLast(sheet);
  useOpenAgain(open, fresh);

  useEffect(() => {
    if (draft?.['resume'] === undefined) return;
    clear();
    open({ kind: 'place', addTo: null });
  }, [draft, clear, open]);

  const keep = (form: PlaceStart) => save({ planId: form.planId ?? '', amount: form.amount, resume: 'yes' });
  const setTradePassword = (form: PlaceStart) => {
    keep(form);
    rememberReturn('trade-password', currentAddress());
    close();
    afterSheetClosed(() => openPage(paths.firstTradePassword));
  };
  const latest = (order: CustodyOrder) => laterOf(order, orderById(fresh ?? [], order.id));
  const follow = (current: CustodyOrder | null, kind: 'place' | 'redeem') => {
    refresh();
    if (current) open(kind === 'place' ? { kind, addTo: current } : { kind, order: current });
  };
  const subject = shown && (shown.kind === 'order' || shown.kind === 'redeem') ? latest(shown.order) : null;
  return (
    <>
      <HelpSheet open={sheet?.kind === 'help'} onClose={close} config={config.data} />
      <OrderSheet
        open={sheet?.kind === 'order'}
        order={subject}
        onClose={close}
        onRedeem={(order) => open({ kind: 'redeem', order })}
        onAdd={(order) => open({ kind: 'place', addTo: order, planId: order.planId })}
      />
      {shown?.kind === 'redeem' && subject && (
        <RedeemSheet
          key={subject.id}
          open={sheet?.kind === 'redeem'}
          onClose={close}
          order={subject}
          onFresh={(current) => follow(current, 'redeem')}
        />
      )}
      {shown?.kind === 'place' && (
        <PlaceSheet
          key={shown.addTo?.id ?? 'new'}
          open={sheet?.kind === 'place'}
          onClose={close}
          addTo={shown.addTo && latest(shown.addTo)}
          start={{ planId: shown.planId ?? draft?.['planId'] ?? null, amount: shown.amount ?? draft?.['amount'] ?? '' }}
          onFresh={(current) => follow(current, 'place')}
          onPlaced={clear}
          onLeave={(form) => {
            keep(form);
            close();
          }}
          onSetTradePassword={user.data?.hasTradePassword === false ? setTradePassword : null}
        />
      )}
    </>
  );
}
