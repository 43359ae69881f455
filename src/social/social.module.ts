import { Module } from '@nestjs/common';
import { PEOPLE_CONTROLLERS, PEOPLE_PROVIDERS } from './people.providers.js';
import './social.schema.js';

@Module({
  controllers: [...PEOPLE_CONTROLLERS],
  providers: [...PEOPLE_PROVIDERS],
})
export class SocialModule {}
