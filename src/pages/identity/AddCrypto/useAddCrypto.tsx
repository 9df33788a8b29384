import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import * as z from 'zod/mini';
import { addChainMethod, chainAddress, withdrawalMethods, type Network } from '../../../../contract/calls/identity';
import { useLeaveGuard } from '../../../app/leave-guard';
import { useCall } from '../../../bridge/useCall';
import { AddressText } from '../../../components/AddressText';
import { useSchemaForm } from '../../../form/useSchemaForm';
import { useMethodFlow } from '../parts/useMethodFlow';

const schema = z.strictObject({ address: chainAddress });
const texts = { address: { required: msg`Enter the receiving address`, invalid: msg`This is not an address` } };

interface CryptoView {
  network: Network;
  address: string;
}

export function useAddCrypto() {
  const { t } = useLingui();
  const read = useCall(withdrawalMethods, {});
  const networks = read.data?.networks ?? [];
  const [wanted, setWanted] = useState<Network | null>(null);
  const network = (networks.find((one) => one.network === wanted) ?? networks[0])?.network;
  const [known, setKnown] = useState<string | null>(null);
  const [isSeen, setSeen] = useState(false);
  const { form, field, submitWith, refuse } = useSchemaForm(schema, {
    defaults: { address: '' },
    texts,
    keep: { as: 'add-crypto', fields: ['address'] },
  });
  useLeaveGuard(form.hasInput);

  const flow = useMethodFlow({
    form,
    refuse,
    call: addChainMethod,
    input: (view: CryptoView) => ({ ...view, ...(isSeen ? { isLookAlikeSeen: true } : {}) }),
    terms: (view) => ({
      title: t`Confirm address`,
      rows: [
        { label: t`Network`, value: view.network },
        { label: t`Receiving address`, value: <AddressText address={view.address} /> },
      ],
      risk: { tone: 'danger', text: t`What is sent to a wrong address or network is lost. Compare every character.` },
    }),
    draft: 'add-crypto',
    drafted: ['address'],
    spent: ['address'],
    fields: { rest: 'address' },
    // A look-alike of a known address has to be seen first.
    onRefused: (error) => {
      if (error.code === 'address-look-alike') setKnown(error.data?.known ?? '');
    },
  });

  const submit = submitWith(({ address }) => (network === undefined ? undefined : flow.start({ network, address })));
  return {
    read,
    networks,
    field: (name: 'address') => {
      const props = field(name);
      const onChange: typeof props.onChange = (event) => {
        setKnown(null);
        setSeen(false);
        props.onChange(event);
      };
      return { ...props, onChange };
    },
    submit,
    network,
    chooseNetwork: setWanted,
    known,
    isSeen,
    setSeen,
    flow,
  };
}
