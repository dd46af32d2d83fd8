/** Options of the command line that commands and benches share. */
@NullMarked
package io.metasched.simulation.options;

import org.jspecify.annotations.NullMarked;
