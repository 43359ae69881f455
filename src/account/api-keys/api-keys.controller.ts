import { Body, Controller, Delete, Get, Post } from '@nestjs/common';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { Answers, Creates, IdParam, Refuses, Summary } from '../../platform/http/endpoint.js';
import { Done } from '../answers.js';
import { ApiKeysAnswer, CreateApiKeyAnswer, CreateApiKeyInput } from './api-keys.dto.js';
import { ApiKeysService, tooManyKeys } from './api-keys.service.js';

/** Creating and revoking keys needs a session, so that a leaked key can do neither. */
@Controller('v1/api-keys')
@Access('bearer')
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  @Post()
  @Summary('Make an API key, shown this once')
  @Creates(CreateApiKeyAnswer)
  @Refuses(tooManyKeys)
  create(
    @Body() { name, expires_at: expiresAt = null }: CreateApiKeyInput,
    @TheCaller() { id, via }: Caller,
  ): Promise<CreateApiKeyAnswer> {
    const sessionId = 'session' in via ? via.session : undefined;
    return this.keys.create({ userId: id, name, expiresAt, sessionId, actorId: id });
  }

  @Get()
  @Summary('The API keys of the caller')
  @Access('user')
  @Answers(200, ApiKeysAnswer)
  list(@TheCaller() caller: Caller): Promise<ApiKeysAnswer> {
    return this.keys.list(caller.id);
  }

  @Delete(':id')
  @Summary('Revoke an API key')
  @Answers(200, Done)
  async revoke(@IdParam('API key') id: string, @TheCaller() caller: Caller): Promise<Done> {
    await this.keys.revoke(id, caller.id);
    return { message: 'API key revoked' };
  }
}
