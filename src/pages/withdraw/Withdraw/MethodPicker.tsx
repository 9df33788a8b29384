import { Trans, useLingui } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { serverNow } from '../../../bridge/server-clock';
import type { withdrawalMethods } from '../../../../contract/calls/identity';
import { hrefTo, paths } from '../../../app/paths';
import type { Output } from '../../../bridge/types';
import { AddressText } from '../../../components/AddressText';
import { Button } from '../../../components/Button';
import { FieldMessage } from '../../../components/FieldMessage';
import { StatusTag } from '../../../components/StatusTag';
import { formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { NetworkName } from '../../deposit/NetworkName';
import styles from './MethodPicker.module.css';
import type { WithdrawConfig } from './useWindow';

export type Method = Output<typeof withdrawalMethods>['methods'][number];

export interface MethodPickerProps {
  methods: readonly Method[];
  networks: WithdrawConfig['networks'];
  value: string | null;
  onChange: (methodId: string) => void;
  /** The gateway's complaint about the chosen one. */
  error?: string;
}

/** Asks for the target: radio cards of the whitelist; a method that cannot be used yet says from when on (docs/rules.md §4). */
export function MethodPicker({ methods, networks, value, onChange, error }: MethodPickerProps) {
  const { t } = useLingui();
  const name = useId();
  return (
    <fieldset className={styles['methods']} aria-describedby={`${name}-message`}>
      <legend className={styles['legend']}>{t`Withdraw to`}</legend>
      {methods.map((method) => (
        <label key={method.id} className={styles['card']}>
          <input
            className={styles['radio']}
            type="radio"
            name={name}
            value={method.id}
            checked={method.id === value}
            onChange={() => onChange(method.id)}
          />
          <MethodText method={method} networks={networks} />
        </label>
      ))}
      <FieldMessage id={`${name}-message`} error={error} />
      <div className={styles['add']}>
        {networks.length > 0 && (
          <AddLink path={paths.addCryptoMethod}>
            <Trans>Add a crypto address</Trans>
          </AddLink>
        )}
        <AddLink path={paths.addBankMethod}>
          <Trans>Add a bank card</Trans>
        </AddLink>
      </div>
    </fieldset>
  );
}

function AddLink({ path, children }: { path: string; children: ReactNode }) {
  return (
    <Button
      variant="ghost"
      size="small"
      href={hrefTo(path)}
      icon={<Plus size={16} strokeWidth={2} aria-hidden="true" />}
    >
      {children}
    </Button>
  );
}

function MethodText({ method, networks }: { method: Method; networks: WithdrawConfig['networks'] }) {
  const { network, address, bankName, cardLast4, holderName } = method;
  const isTest = networks.find((one) => one.network === network)?.isTest ?? false;
  return (
    <span className={styles['text']}>
      <span className={styles['head']}>
        <span className={styles['name']}>
          {network === null ? bankName : <NetworkName network={{ network, isTest }} />}
        </span>
        <Hindrance method={method} />
      </span>
      {address === null ? (
        <span className={styles['card-number']}>
          •••• {cardLast4} · {holderName}
        </span>
      ) : (
        <AddressText address={address} />
      )}
    </span>
  );
}

/** Tells why the method cannot be used just now; renders nothing when it can. */
function Hindrance({ method }: { method: Method }) {
  const locale = useLocale();
  const { network, usableAt } = method;
  const state = methodState(method, serverNow());
  if (state === 'usable') return null;
  const time = formatDateTime(usableAt, { locale });
  return (
    <StatusTag kind="review">
      {state === 'waiting' ? <Trans>usable from {time}</Trans> : <Trans>no withdrawals over {network}</Trans>}
    </StatusTag>
  );
}

/** @param nowMs by the gateway's clock; the gateway decides in the end */
export function methodState({ isServed, usableAt }: Method, nowMs: number): 'usable' | 'waiting' | 'not-served' {
  if (!isServed) return 'not-served';
  return usableAt > nowMs ? 'waiting' : 'usable';
}
