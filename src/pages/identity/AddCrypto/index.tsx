import { Trans, useLingui } from '@lingui/react/macro';
import { AddressText } from '../../../components/AddressText';
import { Button } from '../../../components/Button';
import { EmptyState } from '../../../components/EmptyState';
import { Field } from '../../../components/Field';
import { RiskLine } from '../../../components/RiskLine';
import { Segmented } from '../../../components/Segmented';
import form from '../../../form/form.module.css';
import { StepFrame } from '../../account/parts/StepFrame';
import { NetworkName } from '../../deposit/NetworkName';
import { ReadArea } from '../../read/ReadArea';
import { MethodConfirm } from '../parts/MethodConfirm';
import styles from './AddCrypto.module.css';
import { useAddCrypto } from './useAddCrypto';

export default function AddCrypto() {
  const { t } = useLingui();
  const add = useAddCrypto();
  const { read, networks } = add;
  return (
    <StepFrame title={t`Add a crypto address`}>
      <ReadArea
        read={read}
        hasData={read.data !== undefined}
        skeleton="card"
        empty={
          read.data && networks.length === 0 ? (
            <EmptyState hint={t`Withdrawals are not paid over any network at present. A bank card can be added.`} />
          ) : undefined
        }
      >
        <AddressForm add={add} />
      </ReadArea>
      <MethodConfirm flow={add.flow} />
    </StepFrame>
  );
}

/** Network and address; only networks that withdrawals are paid over can be chosen. */
function AddressForm({ add }: { add: ReturnType<typeof useAddCrypto> }) {
  const { t } = useLingui();
  const { network, networks } = add;
  return (
    <form className={form['form']} noValidate onSubmit={(event) => void add.submit(event)}>
      {network !== undefined && (
        <Segmented
          label={t`Network`}
          options={networks.map((one) => ({ value: one.network, label: <NetworkName network={one} /> }))}
          value={network}
          onChange={add.chooseNetwork}
        />
      )}
      <Field
        label={t`Receiving address`}
        type="text"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="done"
        helper={t`USDT on this network only`}
        {...add.field('address')}
      />
      {add.known !== null && <LookAlike known={add.known} isSeen={add.isSeen} onSeen={add.setSeen} />}
      <RiskLine tone="danger">
        <Trans>What is sent to a wrong address or network is lost. Compare every character.</Trans>
      </RiskLine>
      <Button type="submit" block disabled={add.known !== null && !add.isSeen}>
        <Trans>Next: trade password</Trans>
      </Button>
    </form>
  );
}

/** The new address resembles one that is known: a common trick of thieves (docs/rules.md §4). */
function LookAlike({ known, isSeen, onSeen }: { known: string; isSeen: boolean; onSeen: (isSeen: boolean) => void }) {
  return (
    <div className={styles['alike']}>
      <p>
        <Trans>You know this address, which begins and ends alike but is another:</Trans>
      </p>
      <AddressText address={known} />
      <label className={styles['seen']}>
        <input type="checkbox" checked={isSeen} onChange={(event) => onSeen(event.target.checked)} />
        <Trans>I have compared them and mean the new one</Trans>
      </label>
    </div>
  );
}
