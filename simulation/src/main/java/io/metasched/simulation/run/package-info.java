/**
 * Whole simulations: from a scenario over all its policies to a checked result folder. What the
 * command line offers, without the command line.
 */
@NullMarked
package io.metasched.simulation.run;

import org.jspecify.annotations.NullMarked;
