/**
 * Experiments on what-if placement: those of the paper, other logs, and what its plans are worth.
 */
@NullMarked
package io.metasched.simulation.system.whatif.experiment;

import org.jspecify.annotations.NullMarked;
