/** Rigid jobs on several clusters with advance reservations: two levels of scheduling. */
@NullMarked
package io.metasched.simulation.system.twolevel;

import org.jspecify.annotations.NullMarked;
