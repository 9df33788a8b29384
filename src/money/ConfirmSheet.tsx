import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import type { AssetCode } from '../../contract/money';
import { Amount } from '../components/Amount';
import { ConfirmPassword } from './ConfirmPassword';
import { ConfirmResult } from './ConfirmResult';
import styles from './ConfirmSheet.module.css';
import { KeyValue, type KeyValueRow } from '../components/KeyValue';
import { PASSCODE_LENGTH } from '../components/PasscodeCells';
import { QuoteRing, type QuoteTerm } from '../components/QuoteRing';
import { RiskLine, type RiskTone } from '../components/RiskLine';
import { Sheet } from '../components/Sheet';
import { useConfirm, type ConfirmOutcome, type PasswordKind } from './useConfirm';
import { afterSheetClosed } from '../components/useSheetHistory';

export type { ConfirmOutcome, ConfirmRefusal } from './useConfirm';

export interface ConfirmSheetProps {
  open: boolean;
  /** Closed before submission, or after the result. */
  onClose: () => void;
  /** The action: "Confirm withdrawal". */
  title: ReactNode;
  /** The amount that the person receives, in full precision, from the server's quote; absent where no money moves. */
  hero?: { label: ReactNode; amount: string; asset: AssetCode };
  /** Amount, fee with its formula, total deducted, counterpart, network, when, cost of backing out. */
  rows: readonly KeyValueRow[];
  /** danger when it cannot be undone. */
  risk: { tone: RiskTone; text: ReactNode };
  /** Asks for something before the trade password, such as a code; stands in its place until it is null or left out. */
  before?: ReactNode;
  /** On the button that submits a longer password. */
  confirmLabel: ReactNode;
  /** The kind that the sheet starts with; the person can change to the other. */
  passwordKind?: PasswordKind;
  /** Submits the one intent of this sheet. Must not reject: refusals are values. */
  onConfirm: (tradePassword: string) => Promise<ConfirmOutcome>;
  /** Goes where a forgotten trade password is replaced; the sheet is closed first. */
  onForgot?: () => void;
  /** A time-limited quote: its ring, and the way to ask for a new one in place. */
  quote?: QuoteTerm;
}

/** Shows what the person gets, what it costs, and the risk. */
function Terms({ hero, rows, risk }: Pick<ConfirmSheetProps, 'hero' | 'rows' | 'risk'>) {
  return (
    <>
      {hero && (
        <div className={styles['hero']}>
          <p className={styles['label']}>{hero.label}</p>
          <p>
            <Amount value={hero.amount} asset={hero.asset} precision="full" unit size="large" hideable={false} />
          </p>
        </div>
      )}
      <KeyValue rows={rows} />
      <div className={styles['risk']}>
        <RiskLine tone={risk.tone}>{risk.text}</RiskLine>
      </div>
    </>
  );
}

/** Returns the element that takes the focus once the step before the password is done: its field is gone then. */
function useFocusAfter(waits: boolean): RefObject<HTMLDivElement | null> {
  const target = useRef<HTMLDivElement>(null);
  const hasWaited = useRef(waits);
  useEffect(() => {
    if (hasWaited.current && !waits) target.current?.focus();
    hasWaited.current = waits;
  }, [waits]);
  return target;
}

/** The one way in which money is moved: what you get, what it costs, the risk, the trade password, the result. */
export function ConfirmSheet(props: ConfirmSheetProps) {
  const { open, onClose, title, hero, quote, onForgot, onConfirm } = props;
  const waits = props.before !== undefined && props.before !== null;
  const confirm = useConfirm({
    open,
    waits,
    passwordKind: props.passwordKind ?? 'six',
    quoteExpiresAtMs: quote?.expiresAtMs ?? null,
    onConfirm,
  });
  const { phase, code, enter, kind } = confirm;
  const working = phase.at === 'working';
  const password = useFocusAfter(waits);

  const forgot = () => {
    onClose();
    if (onForgot) afterSheetClosed(onForgot);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (waits || kind !== 'six' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^[0-9]$/.test(event.key)) enter((code + event.key).slice(0, PASSCODE_LENGTH));
    else if (event.key === 'Backspace') enter(code.slice(0, -1));
  };
  if (phase.at === 'done') {
    return (
      <Sheet open={open} onClose={onClose} title={title}>
        <ConfirmResult hero={hero} done={phase.done} onClose={onClose} />
      </Sheet>
    );
  }
  return (
    <Sheet open={open} onClose={onClose} title={title} busy={working} onKeyDown={onKeyDown}>
      <Terms hero={hero} rows={props.rows} risk={props.risk} />
      {quote && !working && <QuoteRing quote={quote} secondsLeft={confirm.quoteSeconds} />}
      {waits ? (
        <div className={styles['before']}>{props.before}</div>
      ) : confirm.expired && !working ? (
        <p className={styles['expired']}>
          <Trans>Enter your trade password after a new quote</Trans>
        </p>
      ) : (
        <div ref={password} className={styles['password']} tabIndex={-1}>
          <ConfirmPassword
            kind={kind}
            onKindChange={confirm.setKind}
            code={code}
            onCode={enter}
            onSubmit={(entered) => void confirm.submit(entered)}
            working={working}
            disabled={!confirm.ready && !working}
            refused={confirm.refused}
            lockedSeconds={confirm.lockedSeconds}
            confirmLabel={props.confirmLabel}
            onForgot={onForgot && forgot}
          />
        </div>
      )}
    </Sheet>
  );
}
