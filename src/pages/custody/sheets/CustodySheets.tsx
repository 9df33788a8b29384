import { useCallback, useEffect, useState } from 'react';
import { custodyConfig, type CustodyOrder } from '../../../../contract/calls/custody';
import { userInfo } from '../../../../contract/calls/profile';
import { currentAddress, useNavigation } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { rememberReturn } from '../../../app/return-to';
import { useCall } from '../../../bridge/useCall';
import { afterSheetClosed } from '../../../components/useSheetHistory';
import { useComeBack } from '../../../money/useTypedValues';
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

/**
 * Opens the order form again with the values typed before another screen had to come first, or the app restarted.
 * @returns keeps the form's values; call it before another screen takes over
 */
function useOpenAgain(open: CustodySheetsState['open'], fresh: readonly CustodyOrder[] | undefined) {
  const [back, setBack] = useState<Record<string, string> | null>(null);
  const leave = useComeBack(PLACE_FORM, setBack);
  const { planId = null, amount, addTo: addToId = '' } = back ?? {};
  const addTo = addToId === '' ? null : orderById(fresh ?? [], addToId);
  const isReady = back !== null && (addToId === '' || addTo !== null);
  useEffect(() => {
    if (!isReady) return;
    setBack(null);
    open({ kind: 'place', addTo, planId, amount });
  }, [isReady, addTo, planId, amount, open]);
  return (form: PlaceStart) => leave({ planId: form.planId ?? '', amount: form.amount, resume: 'yes' });
}

export interface CustodySheetsProps extends CustodySheetsState {
  /** The orders as last read: an open sheet follows them. */
  fresh: readonly CustodyOrder[] | undefined;
  /** Reads the orders again: one of them has turned out to be out of date. */
  refresh: () => void;
}

/** Renders whichever sheet is open, and brings the order form back after the detour to the trade password. */
export function CustodySheets({ sheet, open, close, fresh, refresh }: CustodySheetsProps) {
  const config = useCall(custodyConfig, {});
  const user = useCall(userInfo, {});
  const { open: openPage } = useNavigation();
  const shown = useLast(sheet);
  const keep = useOpenAgain(open, fresh);

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
          start={{ planId: shown.planId ?? null, amount: shown.amount ?? '' }}
          onFresh={(current) => follow(current, 'place')}
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
