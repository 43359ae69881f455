import { person, type Person } from '../social/people.js';
import { TestService } from '../support/service.js';
import { open, type Room } from './room-people.js';

/** Of the current test: each test gets people and a room of its own. */
export let service: TestService;
export let ann: Person;
export let bob: Person;
export let cat: Person;
export let admin: Person;
export let room: Room;

/** One service with an admin for the whole file, and three people for each test. */
export function withPeople(): void {
  beforeAll(async () => {
    service = await TestService.lease();
    admin = await person(service, 'admin');
  });
  beforeEach(async () => {
    [ann, bob, cat] = [await person(service), await person(service), await person(service)];
  });
  afterAll(() => service.stop());
}

/** Like `withPeople`, with a room that the first of them opened. */
export function withRoom(): void {
  withPeople();
  beforeEach(async () => {
    room = await open(ann);
  });
}
