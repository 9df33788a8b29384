/**
 * Compiles a contract of gateway/adapters/chain/contracts and writes the result beside it. The compiler is not a dependency:
 *   npm install --no-save solc@0.8.37 && node scripts/compile-contract.mjs TestUsdt
 * The result is committed; the same compiler makes the same bytes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'oxfmt';
import solc from 'solc';

const [name = 'TestUsdt'] = process.argv.slice(2);
const folder = new URL('../gateway/adapters/chain/contracts/', import.meta.url);
const settings = {
  optimizer: { enabled: true, runs: 200 },
  evmVersion: 'paris',
  metadata: { bytecodeHash: 'none' },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
};
const source = { content: readFileSync(new URL(`${name}.sol`, folder), 'utf8') };
const input = { language: 'Solidity', sources: { [`${name}.sol`]: source }, settings };
const { errors = [], contracts } = JSON.parse(solc.compile(JSON.stringify(input)));
if (errors.length > 0) {
  process.stderr.write(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  process.exit(1);
}
const { evm, abi } = contracts[`${name}.sol`][name];
const compiled = {
  compiler: solc.version(),
  evmVersion: settings.evmVersion,
  abi,
  bytecode: `0x${evm.bytecode.object}`,
};
const target = new URL(`${name}.json`, folder);
const { code } = await format(`${name}.json`, JSON.stringify(compiled), { printWidth: 120 });
writeFileSync(target, code);
