import { IsNumber, IsOptional, IsString } from 'class-validator';
import { ListOf, Nested, Nullable, saying, Time, Uuid } from '../../platform/http/input/fields.js';

export class ProductsQuery {
  @IsOptional() @IsString(saying('Invalid cursor')) cursor?: string;
}

class Seller {
  @Uuid() id!: string;
  @Nullable() @IsString() username!: string | null;
}

class Product {
  @Uuid() id!: string;
  @IsString() title!: string;
  @IsNumber() price!: number;
  @IsString() status!: string;
  @Time() created_at!: Date;
  @Nested(() => Seller) seller!: Seller;
}

export class ProductsAnswer {
  @ListOf(() => Product) products!: Product[];
  @Nullable() @IsString() next_cursor!: string | null;
}
