/** Benchmark of whole replays. */
@NullMarked
package io.metasched.lab.bench.replay;

import org.jspecify.annotations.NullMarked;
