/** The command line: one command per file, no logic of its own. */
@NullMarked
package io.metasched.simulation.cli;

import org.jspecify.annotations.NullMarked;
