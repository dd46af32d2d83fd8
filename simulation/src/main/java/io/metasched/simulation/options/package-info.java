/** Command-line options shared by commands and benches. */
@NullMarked
package io.metasched.simulation.options;

import org.jspecify.annotations.NullMarked;
