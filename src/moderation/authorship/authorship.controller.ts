import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { AnswersPage, Creates, Refuses, Summary } from '../../platform/http/endpoint.js';
import { ListQuery } from '../../platform/http/fields.js';
import { AuthorshipAnswer, AuthorshipInput, AuthorshipsAnswer } from './authorship.dto.js';
import { alreadyVerified, AuthorshipService } from './authorship.service.js';

@Controller('v1/authorship-requests')
@Access('user')
export class AuthorshipController {
  constructor(private readonly authorship: AuthorshipService) {}

  @Post()
  @Summary('Ask for the mark of a verified creator; the same again while it is pending')
  @Creates(AuthorshipAnswer)
  @Refuses(alreadyVerified)
  ask(@Body() { note }: AuthorshipInput, @TheCaller() { id }: Caller): Promise<AuthorshipAnswer> {
    return this.authorship.create(id, note || null);
  }

  @Get()
  @Summary('The own requests, newest first')
  @AnswersPage(AuthorshipsAnswer)
  list(@Query() query: ListQuery, @TheCaller() { id }: Caller): Promise<AuthorshipsAnswer> {
    return this.authorship.list(id, query);
  }
}
