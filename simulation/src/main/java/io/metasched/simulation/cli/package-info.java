/**
 * The command line: one command per file, which reads its options, calls what does the work and
 * prints the outcome. No scheduling, no measuring and no reading of configuration belongs here.
 */
@NullMarked
package io.metasched.simulation.cli;

import org.jspecify.annotations.NullMarked;
