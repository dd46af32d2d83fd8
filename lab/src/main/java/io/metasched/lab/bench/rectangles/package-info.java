/** Benchmark of busy rectangles of elements and time. */
@NullMarked
package io.metasched.lab.bench.rectangles;

import org.jspecify.annotations.NullMarked;
