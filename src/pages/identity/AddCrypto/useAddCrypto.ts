import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import * as z from 'zod/mini';
import { addChainMethod, chainAddress, withdrawalMethods, type Network } from '../../../../contract/calls/identity';
import { useLeaveGuard } from '../../../app/leave-guard';
import { useCall } from '../../../bridge/useCall';
import { useWriteCall } from '../../../bridge/useWriteCall';
import { useSchemaForm } from '../../../form/useSchemaForm';
import { useFormDraft } from '../parts/useFormDraft';
import { useMethodConfirm } from '../parts/useMethodConfirm';

const schema = z.strictObject({ address: chainAddress });
const texts = { address: { required: msg`Enter the receiving address`, invalid: msg`This is not an address` } };

export interface CryptoView {
  network: Network;
  address: string;
}

/** The gateway's refusals that are told at the address; a look-alike of a known address has to be seen first. */
const IN_FORM = [
  'network-closed',
  'address-invalid',
  'address-checksum',
  'address-other-network',
  'address-look-alike',
  'method-exists',
  'limit-reached',
  'invalid-input',
] as const;

export function useAddCrypto() {
  const { run } = useWriteCall(addChainMethod);
  const read = useCall(withdrawalMethods, {});
  const networks = read.data?.networks ?? [];
  const [wanted, setWanted] = useState<Network | null>(null);
  const network = (networks.find((one) => one.network === wanted) ?? networks[0])?.network;
  const [known, setKnown] = useState<string | null>(null);
  const [isSeen, setSeen] = useState(false);
  const { form, field, submitWith, place } = useSchemaForm(schema, {
    defaults: { address: '' },
    texts,
    keep: { as: 'add-crypto', fields: ['address'] },
  });
  useLeaveGuard(form.hasInput);
  const draft = useFormDraft(form, 'add-crypto', ['address']);

  const flow = useMethodConfirm<CryptoView>({
    inForm: IN_FORM,
    send: (view, tradePassword, handles) =>
      run({ ...view, ...(isSeen ? { isLookAlikeSeen: true } : {}), tradePassword }, { handles }),
    onForm: (error) => {
      if (error.code === 'address-look-alike') setKnown(error.data?.known ?? '');
      place(error, Object.fromEntries(IN_FORM.map((code) => [code, 'address' as const])));
    },
    onElsewhere: draft.keep,
    onAdded: () => form.reset('address', ''),
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
