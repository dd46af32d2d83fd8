/** Command line: one command per file, without logic of its own. */
@NullMarked
package io.metasched.simulation.cli;

import org.jspecify.annotations.NullMarked;
