/** The rows of a run of flexible reservations, as tables and as files. */
@NullMarked
package io.metasched.simulation.system.whatif.rows;

import org.jspecify.annotations.NullMarked;
