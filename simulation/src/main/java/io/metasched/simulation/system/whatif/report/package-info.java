/** The page of a run of flexible reservations. */
@NullMarked
package io.metasched.simulation.system.whatif.report;

import org.jspecify.annotations.NullMarked;
