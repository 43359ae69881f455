import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { AuthorshipRequest } from './authorship-request.entity.js';
import { AuthorshipController } from './authorship.controller.js';
import { AuthorshipRepository } from './authorship.repository.js';
import { AuthorshipService } from './authorship.service.js';

@Module({
  imports: [DatabaseModule.forFeature({ entities: [AuthorshipRequest] })],
  controllers: [AuthorshipController],
  providers: [AuthorshipService, AuthorshipRepository],
  exports: [AuthorshipService],
})
export class AuthorshipModule {}
