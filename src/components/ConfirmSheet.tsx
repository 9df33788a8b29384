import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { AssetCode } from '../../contract/money';
import { Amount } from './Amount';
import { ConfirmPassword, PASSCODE_LENGTH } from './ConfirmPassword';
import { ConfirmResult, type ConfirmDone } from './ConfirmResult';
import styles from './ConfirmSheet.module.css';
import { KeyValue, type KeyValueRow } from './KeyValue';
import { QuoteRing, type QuoteTerm } from './QuoteRing';
import { RiskLine, type RiskTone } from './RiskLine';
import { Sheet } from './Sheet';
import { useCountdown } from './useCountdown';

/** Why it was not done; the sheet stays open for another try of the same intent. */
export interface ConfirmRefused {
  ok: false;
  message: string;
  triesLeft?: number;
  lockedUntilMs?: number;
}

export type ConfirmOutcome = ConfirmDone | ConfirmRefused;

export interface ConfirmSheetProps {
  open: boolean;
  /** Closed before submission, or after the result. */
  onClose: () => void;
  /** The action: "Confirm withdrawal". */
  title: ReactNode;
  /** What the person receives, in full precision, from the server's quote. */
  hero: { label: ReactNode; amount: string; asset: AssetCode };
  /** Amount, fee with its formula, total deducted, counterpart, network, when, cost of backing out. */
  rows: readonly KeyValueRow[];
  /** danger when it cannot be undone. */
  risk: { tone: RiskTone; text: ReactNode };
  /** On the button that submits a longer password. */
  confirmLabel: ReactNode;
  /** What the sheet starts with; the person can change to the other. */
  passwordKind?: 'six' | 'text';
  /** Submits the one intent of this sheet. Must not reject: refusals are values. */
  onConfirm: (tradePassword: string) => Promise<ConfirmOutcome>;
  /** Where a forgotten trade password is replaced. */
  onForgot?: () => void;
  /** A time-limited quote: its ring, and what asks for a new one in place. */
  quote?: QuoteTerm;
}

type Phase = { at: 'enter'; refused: ConfirmRefused | null } | { at: 'working' } | { at: 'done'; done: ConfirmDone };

const START: Phase = { at: 'enter', refused: null };

/** The one way in which money is moved (DESIGN §10): what you get, what it costs, the risk, the trade password, the result. */
export function ConfirmSheet(props: ConfirmSheetProps) {
  const { open, onClose, title, onConfirm } = props;
  const [phase, setPhase] = useState<Phase>(START);
  const [code, setCode] = useState('');
  const [kind, setKind] = useState(props.passwordKind ?? 'six');

  useEffect(() => {
    if (!open) return;
    setPhase(START);
    setCode('');
    setKind(props.passwordKind ?? 'six');
  }, [open, props.passwordKind]);

  const refused = phase.at === 'enter' ? phase.refused : null;
  const lockedSeconds = useCountdown(refused?.lockedUntilMs ?? null);
  const quoteSeconds = useCountdown(props.quote?.expiresAtMs ?? null);
  const expired = props.quote !== undefined && quoteSeconds === 0;
  const ready = phase.at === 'enter' && lockedSeconds === 0 && !expired;

  // Two sixth digits in one frame must not submit twice.
  const submitting = useRef(false);
  const submit = async (password: string) => {
    if (submitting.current || !ready) return;
    submitting.current = true;
    setPhase({ at: 'working' });
    const outcome = await onConfirm(password);
    submitting.current = false;
    setCode('');
    setPhase(outcome.ok ? { at: 'done', done: outcome } : { at: 'enter', refused: outcome });
  };
  const enter = (next: string) => {
    if (!ready) return;
    setCode(next);
    if (next.length === PASSCODE_LENGTH) void submit(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (kind !== 'six' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^[0-9]$/.test(event.key)) enter((code + event.key).slice(0, PASSCODE_LENGTH));
    else if (event.key === 'Backspace') enter(code.slice(0, -1));
  };

  const password = phase.at !== 'done' && (
    <ConfirmPassword
      kind={kind}
      onKindChange={setKind}
      code={code}
      onCode={enter}
      onSubmit={(text) => void submit(text)}
      working={phase.at === 'working'}
      disabled={!ready && phase.at !== 'working'}
      refused={refused}
      lockedSeconds={lockedSeconds}
      confirmLabel={props.confirmLabel}
      onForgot={props.onForgot}
    />
  );
  return (
    <Sheet open={open} onClose={onClose} title={title} busy={phase.at === 'working'} onKeyDown={onKeyDown}>
      {phase.at === 'done' ? (
        <ConfirmResult hero={props.hero} done={phase.done} onClose={onClose} />
      ) : (
        <>
          <div className={styles['hero']}>
            <p className={styles['label']}>{props.hero.label}</p>
            <p>
              <Amount value={props.hero.amount} asset={props.hero.asset} precision="full" unit size="large" hideable={false} />
            </p>
          </div>
          <KeyValue rows={props.rows} />
          <div className={styles['risk']}>
            <RiskLine tone={props.risk.tone}>{props.risk.text}</RiskLine>
          </div>
          {props.quote && phase.at === 'enter' && <QuoteRing quote={props.quote} secondsLeft={quoteSeconds} />}
          {expired && phase.at === 'enter' ? (
            <p className={styles['expired']}>
              <Trans>Enter your trade password after a new quote</Trans>
            </p>
          ) : (
            password
          )}
        </>
      )}
    </Sheet>
  );
}
