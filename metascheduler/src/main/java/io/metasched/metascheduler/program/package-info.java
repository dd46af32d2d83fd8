/**
 * Command line of the program: the root command, to which each module adds its commands, and
 * utilities for text, tables, quantiles and digests that all commands use.
 */
@NullMarked
package io.metasched.metascheduler.program;

import org.jspecify.annotations.NullMarked;
