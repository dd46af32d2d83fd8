/** Command line: one command per file, which parses options and delegates. */
@NullMarked
package io.metasched.simulation.cli;

import org.jspecify.annotations.NullMarked;
