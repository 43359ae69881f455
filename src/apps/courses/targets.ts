import { CourseModule } from './entities/course-module.entity.js';
import { Course } from './entities/course.entity.js';
import { Lesson } from './entities/lesson.entity.js';

export const COURSE = { entity: Course, by: 'course_id' };

const via = { entity: Course, by: 'course_id' };

export const MODULE = { entity: CourseModule, by: 'module_id', thing: 'Module', via };
export const LESSON = { entity: Lesson, by: 'lesson_id', via };
