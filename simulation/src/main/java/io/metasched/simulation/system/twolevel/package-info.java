/** Two levels of scheduling: rigid jobs on several clusters with advance reservations. */
@NullMarked
package io.metasched.simulation.system.twolevel;

import org.jspecify.annotations.NullMarked;
