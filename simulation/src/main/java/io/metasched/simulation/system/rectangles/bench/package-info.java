/** Benchmark of busy rectangles of elements and time. */
@NullMarked
package io.metasched.simulation.system.rectangles.bench;

import org.jspecify.annotations.NullMarked;
