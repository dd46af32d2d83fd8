/**
 * The command line of the program: its root command, to which each module adds its commands, and
 * text, tables, quantiles and digests as all commands have them.
 */
@NullMarked
package io.metasched.metascheduler.program;

import org.jspecify.annotations.NullMarked;
