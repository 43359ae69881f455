import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { wordsOf } from '../api/api-error';
import type { Category } from '../api/types';
import { DeleteButton } from '../parts/delete-button';
import { Page } from '../parts/page';
import { CategoryForm } from './category-form';
import { treeOf } from './tree';

export function CategoriesPage() {
  const { data: categories, error } = useGetList<Category>('categories');
  const [edited, setEdited] = useState<Partial<Category>>();
  return (
    <Page
      title="Categories"
      actions={
        <Button variant="contained" onClick={() => setEdited({ parent_id: null })}>
          Add category
        </Button>
      }
    >
      {error && <Alert severity="error">{wordsOf(error)}</Alert>}
      {!categories && !error && <Skeleton variant="rounded" height={240} />}
      {categories?.length === 0 && (
        <Card sx={{ px: 3, py: 6, textAlign: 'center', color: 'text.secondary' }}>No categories yet.</Card>
      )}
      {categories && categories.length > 0 && <Tree categories={categories} onEdit={setEdited} />}
      {edited && <CategoryForm category={edited} all={categories ?? []} onClose={() => setEdited(undefined)} />}
    </Page>
  );
}

interface TreeProps {
  categories: Category[];
  onEdit: (category: Partial<Category>) => void;
}

function Tree({ categories, onEdit }: TreeProps) {
  return (
    <Card component="ul" aria-label="Categories" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {treeOf(categories).map(({ category, depth }) => (
        <Box
          key={category.id}
          component="li"
          aria-level={depth + 1}
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: 1,
            py: 1,
            pr: 2,
            pl: { xs: 2 + Math.min(depth, 6) * 1.5, sm: 2 + Math.min(depth, 12) * 3 },
            borderBottom: 1,
            borderColor: 'divider',
            '&:last-child': { borderBottom: 0 },
          }}
        >
          <Box sx={{ flex: '1 1 12rem', minWidth: 0, overflowWrap: 'anywhere' }}>
            <Box component="span" sx={{ fontWeight: depth ? 400 : 600 }}>
              {category.name}
            </Box>{' '}
            <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
              {category.slug}
            </Box>
          </Box>
          <span>
            <Button
              size="small"
              aria-label={`Add below ${category.name}`}
              onClick={() => onEdit({ parent_id: category.id })}
            >
              Add below
            </Button>
            <Button size="small" aria-label={`Edit ${category.name}`} onClick={() => onEdit(category)}>
              Edit
            </Button>
            <DeleteButton
              path={`admin/categories/${category.id}`}
              name={category.name}
              text="What is below it moves up to where it was."
              done="Category deleted"
            />
          </span>
        </Box>
      ))}
    </Card>
  );
}
