/** The command line of the program: its root command, to which each module adds its commands. */
@NullMarked
package io.metasched.metascheduler.program;

import org.jspecify.annotations.NullMarked;
