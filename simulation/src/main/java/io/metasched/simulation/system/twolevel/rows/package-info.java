/** The rows of a run on two levels, as tables and as files. */
@NullMarked
package io.metasched.simulation.system.twolevel.rows;

import org.jspecify.annotations.NullMarked;
