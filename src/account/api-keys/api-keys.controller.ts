import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { Database } from '../../platform/database/database.js';
import { isUuid } from '../../platform/database/uuid.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { Creates } from '../../platform/http/idempotency.js';
import { notFound } from '../../platform/http/refusal.js';
import { Done } from '../answers.js';
import { ApiKeyRepository } from './api-key.repository.js';
import { ApiKeysAnswer, CreateApiKeyAnswer, CreateApiKeyInput } from './api-keys.io.js';
import { CreateApiKey } from './create-api-key.js';

/** A key that leaked must not be able to make or revoke keys: only a signed-in person does. */
@Controller('v1/api-keys')
@Access('bearer')
export class ApiKeysController {
  constructor(
    private readonly createKey: CreateApiKey,
    private readonly keys: ApiKeyRepository,
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  @Post()
  @Summary('Make an API key, shown this once')
  @Creates(CreateApiKeyAnswer)
  @Refuses(409, 'An account has at most 20 API keys: delete one first')
  create(@Body() input: CreateApiKeyInput, @TheCaller() caller: Caller): Promise<CreateApiKeyAnswer> {
    return this.createKey.run(caller.id, input.name, input.expires_at ?? null);
  }

  @Get()
  @Summary('The API keys of the caller')
  @Access('user')
  @Answers(200, ApiKeysAnswer)
  async list(@TheCaller() caller: Caller): Promise<ApiKeysAnswer> {
    return { api_keys: await this.keys.ofUser(caller.id) };
  }

  @Delete(':id')
  @Summary('Revoke an API key')
  @Answers(200, Done)
  @Refuses(404, 'API key not found')
  async revoke(@Param('id') id: string, @TheCaller() { id: userId }: Caller): Promise<Done> {
    const revoked = isUuid(id) && (await this.database.transaction(() => this.delete(id, userId)));
    if (!revoked) throw notFound('API key');
    return { message: 'API key revoked' };
  }

  private async delete(id: string, userId: string): Promise<boolean> {
    const deleted = await this.keys.delete(id, userId);
    if (deleted) this.outbox.record({ type: 'account.api_key_revoked', actor_id: userId, data: { id } });
    return deleted;
  }
}
