import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { ArrayInput, SimpleFormIterator, TextInput } from 'react-admin';
import { api } from '../api/api';
import type { Sticker, StickerPack } from '../api/types';
import { DeleteButton } from '../parts/delete-button';
import { filled, FormDialog, type Values } from '../parts/form-dialog';
import { List } from '../parts/list';
import { Picture } from '../parts/picture';
import { type Column, Rows } from '../parts/rows';

const COLUMNS: Column<StickerPack>[] = [
  {
    name: 'Pack',
    cell: ({ name, thumbnail_url }) => (
      <Box sx={{ display: 'inline-flex', alignItems: 'center', gap: 1.25 }}>
        <Picture url={thumbnail_url} name={name} isSquare />
        {name}
      </Box>
    ),
  },
  {
    name: 'Stickers',
    cell: ({ stickers }) => (
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
        {stickers.map(({ id, name, image_url }) => (
          <Box key={id} component="span" title={name}>
            <Picture url={image_url} name={name} size={32} isSquare />
          </Box>
        ))}
      </Box>
    ),
  },
];

/** By default its buttons show only under the pointer. */
const ITERATOR = {
  '& .RaSimpleFormIterator-action': { visibility: 'visible' },
  '& .RaSimpleFormIterator-form': { flex: 1 },
  '& .RaSimpleFormIterator-inline > *:last-child': { flex: 2 },
};

export function StickerPacksPage() {
  const [edited, setEdited] = useState<Partial<StickerPack>>();
  const { id } = edited ?? {};
  return (
    <List
      resource="sticker-packs"
      title="Stickers"
      actions={
        <Button variant="contained" onClick={() => setEdited({})}>
          Add pack
        </Button>
      }
    >
      <Rows
        label="Sticker packs"
        columns={COLUMNS}
        empty="No stickers yet."
        acts={(pack) => (
          <>
            <Button size="small" aria-label={`Edit ${pack.name}`} onClick={() => setEdited(pack)}>
              Edit
            </Button>
            <DeleteButton
              path={`admin/sticker-packs/${pack.id}`}
              name={pack.name}
              text="Its stickers go with it."
              done="Sticker pack deleted"
            />
          </>
        )}
      />
      {edited && (
        <FormDialog
          title={id ? 'Edit pack' : 'Add pack'}
          save={id ? 'Save' : 'Add'}
          done={id ? 'Sticker pack changed' : 'Sticker pack added'}
          values={edited}
          submit={(values) =>
            id
              ? api.patch(`admin/sticker-packs/${id}`, packOf(values))
              : api.post('admin/sticker-packs', packOf(values))
          }
          onClose={() => setEdited(undefined)}
        >
          <TextInput source="name" autoFocus />
          <TextInput
            source="thumbnail_url"
            label="Address of its picture"
            helperText="Its first sticker where there is none"
            type="url"
          />
          <ArrayInput source="stickers">
            <SimpleFormIterator inline disableClear sx={ITERATOR}>
              <TextInput source="name" helperText={false} />
              <TextInput source="image_url" label="Address of the picture" type="url" helperText={false} />
            </SimpleFormIterator>
          </ArrayInput>
        </FormDialog>
      )}
    </List>
  );
}

function packOf({ name, thumbnail_url, stickers }: Values): object {
  const given = (stickers ?? []) as Sticker[];
  return { ...filled({ name, thumbnail_url }), stickers: given.map((sticker) => filled({ ...sticker })) };
}
