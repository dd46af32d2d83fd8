/** The page of a run on two levels. */
@NullMarked
package io.metasched.simulation.system.twolevel.report;

import org.jspecify.annotations.NullMarked;
