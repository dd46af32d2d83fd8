/** The bench of execution plans with candidate starts of a reservation. */
@NullMarked
package io.metasched.lab.bench.whatif;

import org.jspecify.annotations.NullMarked;
