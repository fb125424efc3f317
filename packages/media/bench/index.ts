// The benchmarks of this package as rows, and the test peers they use.
export { connect, farewells, type Guest, publisherAt, Screen } from './crowd.ts';
export { run } from './viewers.ts';
