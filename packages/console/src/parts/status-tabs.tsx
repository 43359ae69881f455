import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useListContext } from 'react-admin';

interface ChoiceProps {
  label: string;
  values: string[];
  value: string;
  onChange: (value: string) => void;
  /** How a value is called, where its own word will not do. */
  names?: Record<string, string>;
}

export function Choice({ label, values, value, onChange, names }: ChoiceProps) {
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label={label}
      value={value}
      onChange={(_, chosen: string | null) => chosen !== null && onChange(chosen)}
      sx={{ maxWidth: '100%', overflowX: 'auto', bgcolor: 'background.paper' }}
    >
      {values.map((one) => (
        <ToggleButton
          key={one}
          value={one}
          sx={{ px: { xs: 1.1, sm: 1.5 }, py: 0.5, whiteSpace: 'nowrap', textTransform: 'none' }}
        >
          {names?.[one] ?? one[0]?.toUpperCase() + one.slice(1)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

interface TabsProps {
  values: string[];
  /** The filter that it fills. */
  field?: string;
}

/** The list of one status, or of all. */
export function StatusTabs({ values, field = 'status' }: TabsProps) {
  const { filterValues, setFilters } = useListContext();
  const { [field]: chosen = '', ...others } = filterValues as Record<string, string>;
  return (
    <Choice
      label="Status"
      values={['', ...values]}
      names={{ '': 'All' }}
      value={chosen}
      onChange={(value) => setFilters(value ? { ...others, [field]: value } : others)}
    />
  );
}
