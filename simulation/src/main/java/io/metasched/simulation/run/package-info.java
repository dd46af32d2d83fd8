/**
 * Complete simulations: from a scenario over all its policies to a checked result folder. It
 * contains the functions of the command line, without the command line.
 */
@NullMarked
package io.metasched.simulation.run;

import org.jspecify.annotations.NullMarked;
