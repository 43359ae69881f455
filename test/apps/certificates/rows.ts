import type { Samples } from '../../contract/samples.js';

export const samples: Samples = {
  rows: {
    templates: { status: 'active', current_version_id: null },
    template_versions: { layout: '{"elements":[]}', custom_fields: '[]', images: '{}', issuer_url: null },
    certificates: { custom_values: '{}', expires_on: null, external_ref: null, claim_hash: null, pdf_key: null },
  },
  inputs: {
    'create-template': { title: 'Barista Basics', issuer_name: 'Coffee School', images: [], custom_fields: [] },
  },
  // They need the current version of a template, a claim link, or a certificate that nobody else has received.
  refused: ['update-template', 'issue-certificates', 'claim-certificate', 'set-visibility'],
};
