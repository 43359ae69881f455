import { Module } from '@nestjs/common';
import { ArtworkController } from './artwork.controller.js';

@Module({ controllers: [ArtworkController] })
export class ArtworkModule {}
