import { viewOf } from '../../kernel/rows/view.js';
import { CourseModule } from './lesson.entity.js';

export class ModuleView extends viewOf(CourseModule) {}
