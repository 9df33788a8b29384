import { ConfirmSection } from './ConfirmSection';
import { DataSection } from './DataSection';
import { FormSection } from './FormSection';
import { ListSection } from './ListSection';
import { StateSection } from './StateSection';

const SECTIONS = {
  data: DataSection,
  form: FormSection,
  state: StateSection,
  list: ListSection,
  confirm: ConfirmSection,
} as const;

/** One section per address: `#data`, `#form`, `#state`, `#list`, `#confirm`. */
export function Gallery() {
  const name = location.hash.slice(1);
  const Section = name in SECTIONS ? SECTIONS[name as keyof typeof SECTIONS] : DataSection;
  return (
    <main
      style={{
        maxWidth: 480,
        margin: '0 auto',
        paddingInline: name === 'list' ? 0 : 'var(--rab-gutter)',
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 12,
      }}
    >
      <Section />
    </main>
  );
}
