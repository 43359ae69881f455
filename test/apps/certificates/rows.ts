import { randomUUID } from 'node:crypto';
import { hashOfToken } from '../../../src/apps/kernel/secrets/secret-links.js';
import type { Samples } from '../../contract/samples.js';

const version_id = randomUUID();
const certificate_id = randomUUID();
const claim_token = randomUUID();

export const samples: Samples = {
  rows: {
    templates: { status: 'active', current_version_id: version_id },
    template_versions: {
      id: version_id,
      layout: '{"elements":[]}',
      custom_fields: '[]',
      images: '{}',
      issuer_url: null,
    },
    certificates: {
      id: certificate_id,
      custom_values: '{}',
      expires_on: null,
      external_ref: null,
      claim_hash: hashOfToken(claim_token),
      pdf_key: null,
    },
  },
  inputs: {
    'create-template': { title: 'Barista Basics', issuer_name: 'Coffee School', images: [], custom_fields: [] },
    'update-template': { title: 'Latte Art', images: [], custom_fields: [] },
    'claim-certificate': { claim_token },
    'set-visibility': { certificate_id },
  },
};
