/**
 * Command line of the program: its root command, to which each module adds its commands, and
 * utilities for text, tables, quantiles and digests in all commands.
 */
@NullMarked
package io.metasched.metascheduler.program;

import org.jspecify.annotations.NullMarked;
