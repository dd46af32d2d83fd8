/** Rows of a cyclic run, and their files. */
@NullMarked
package io.metasched.simulation.system.cyclic.rows;

import org.jspecify.annotations.NullMarked;
