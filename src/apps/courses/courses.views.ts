import { IsBoolean, IsIn, IsInt, IsNumber, IsString } from 'class-validator';
import { ListOf, Nested, Nullable, Time, Uuid } from '../../platform/http/input/fields.js';
import { CouponFields } from '../kernel/selling/coupon.views.js';
import { PersonView } from '../kernel/rows/person.js';
import { RatingView } from '../kernel/selling/views.js';
import { FILE_PURPOSES } from './entities/lesson-file.entity.js';
import { LESSON_KINDS } from './entities/lesson.entity.js';

export class CourseView {
  @Uuid() id!: string;
  /** Null: the account of the teacher is deleted. */
  @Nullable() @Uuid() owner_id!: string | null;
  @IsString() title!: string;
  @IsString() subtitle!: string;
  @IsString() description!: string;
  @IsString() language!: string;
  @IsString() level!: string;
  @Nullable() @Uuid() category_id!: string | null;
  @IsString({ each: true }) tags!: string[];
  @Nullable() @Uuid() cover_file_id!: string | null;
  /** Works for four hours. */
  @Nullable() @IsString() cover_url!: string | null;
  @IsNumber() price!: number;
  @IsString() currency!: string;
  @IsString() status!: string;
  @Nullable() @IsInt() max_students!: number | null;
  @IsInt() seats_taken!: number;
  @Nullable() @Time() enrollment_opens_at!: Date | null;
  @Nullable() @Time() enrollment_closes_at!: Date | null;
  @Nullable() @IsInt() access_days!: number | null;
  @IsBoolean() sequential!: boolean;
  @IsInt() completion_percent!: number;
  @Uuid({ each: true }) prerequisite_course_ids!: string[];
  @IsBoolean() comments_enabled!: boolean;
  @Nullable() @Uuid() certificate_template_id!: string | null;
  @IsInt() curriculum_version!: number;
  @IsInt() lessons_count!: number;
  @IsInt() duration_seconds!: number;
  @IsInt() rating_sum!: number;
  @IsInt() rating_count!: number;
  @Nested(() => RatingView) rating!: RatingView;
  @Nullable() @Time() published_at!: Date | null;
  @Time() created_at!: Date;
  @Time() updated_at!: Date;
}

/** As strangers and students see it. */
export class CoursePage extends CourseView {
  @IsInt() students!: number;
  /** Null: the account is deleted. */
  @Nullable() @Nested(() => PersonView) teacher!: PersonView | null;
}

/** As lists show it. */
export class CourseCard {
  @Uuid() id!: string;
  @IsString() title!: string;
  @IsString() subtitle!: string;
  @IsString() language!: string;
  @IsString() level!: string;
  @Nullable() @Uuid() category_id!: string | null;
  @IsString({ each: true }) tags!: string[];
  @Nullable() @IsString() cover_url!: string | null;
  @IsNumber() price!: number;
  @IsString() currency!: string;
  @IsString() status!: string;
  @IsInt() lessons_count!: number;
  @IsInt() duration_seconds!: number;
  @IsInt() students!: number;
  @Nested(() => RatingView) rating!: RatingView;
  /** Null: the account is deleted. */
  @Nullable() @Nested(() => PersonView) teacher!: PersonView | null;
  @Nullable() @Time() published_at!: Date | null;
  @Time() created_at!: Date;
}

export class ModuleView {
  @Uuid() id!: string;
  @Uuid() course_id!: string;
  @IsString() title!: string;
  @IsString() summary!: string;
  @IsInt() position!: number;
  @Nullable() @IsInt() available_after_days!: number | null;
  @Nullable() @Time() available_at!: Date | null;
  @Time() created_at!: Date;
  @Time() updated_at!: Date;
}

/** A lesson in the table of contents: without its body and its files. */
export class LessonLine {
  @Uuid() id!: string;
  @IsString() title!: string;
  @IsIn(LESSON_KINDS) kind!: string;
  @IsInt() duration_seconds!: number;
  @IsBoolean() preview!: boolean;
  @IsBoolean() required!: boolean;
  @IsBoolean() published!: boolean;
  @IsInt() position!: number;
  /** What it stands for in another app is gone. */
  @IsBoolean() unavailable!: boolean;
}

export class CurriculumModule {
  @Uuid() id!: string;
  @IsString() title!: string;
  @IsString() summary!: string;
  @IsInt() position!: number;
  @Nullable() @IsInt() available_after_days!: number | null;
  @Nullable() @Time() available_at!: Date | null;
  @ListOf(() => LessonLine) lessons!: LessonLine[];
}

export class FileView {
  @Uuid() id!: string;
  @IsIn(FILE_PURPOSES) purpose!: string;
  @IsString() name!: string;
  @IsInt() size_bytes!: number;
  @IsString() content_type!: string;
}

/** With an address that works for a while. */
export class OpenFileView extends FileView {
  @IsString() download_url!: string;
  @Time() expires_at!: Date;
}

class LessonColumns {
  @Uuid() id!: string;
  @Uuid() course_id!: string;
  @Nullable() @Uuid() module_id!: string | null;
  @IsString() title!: string;
  @IsIn(LESSON_KINDS) kind!: string;
  @IsString() body!: string;
  @Nullable() @Uuid() file_id!: string | null;
  @Nullable() @Uuid() ref_id!: string | null;
  @IsInt() duration_seconds!: number;
  @IsBoolean() preview!: boolean;
  @IsBoolean() required!: boolean;
  @IsBoolean() published!: boolean;
  @IsInt() position!: number;
  @Nullable() @Time() removed_at!: Date | null;
  @Time() created_at!: Date;
  @Time() updated_at!: Date;
}

export class LessonView extends LessonColumns {
  @ListOf(() => FileView) attachments!: FileView[];
}

export class OpenLessonView extends LessonColumns {
  @IsBoolean() unavailable!: boolean;
  @Nullable() @Nested(() => OpenFileView) file!: OpenFileView | null;
  @ListOf(() => OpenFileView) attachments!: OpenFileView[];
}

export class EnrollmentView {
  @Uuid() id!: string;
  @Uuid() owner_id!: string;
  @Uuid() course_id!: string;
  @IsIn(['active', 'ended']) status!: string;
  @IsInt() progress_percent!: number;
  @Nullable() @Uuid() last_lesson_id!: string | null;
  @Nullable() @Time() last_activity_at!: Date | null;
  @Nullable() @Time() expires_at!: Date | null;
  @Nullable() @Time() completed_at!: Date | null;
  @IsBoolean() blocked!: boolean;
  @Time() created_at!: Date;
  @Time() updated_at!: Date;
}

export class LessonProgressView {
  @Uuid() lesson_id!: string;
  @IsInt() position_seconds!: number;
  @Nullable() @Time() position_at!: Date | null;
  @Nullable() @Time() completed_at!: Date | null;
}

export class CouponView extends CouponFields {
  @Uuid() course_id!: string;
}

export class MessageResult {
  @IsString() message!: string;
}

/** What a course costs the caller. */
export class OfferView {
  @IsNumber() price!: number;
  @IsNumber() discount!: number;
  @IsNumber() total!: number;
  @IsString() currency!: string;
  @Nullable() @IsInt() seats_left!: number | null;
  @IsBoolean() open!: boolean;
  @Nullable() @IsString() coupon_error!: string | null;
}
