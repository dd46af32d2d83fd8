/**
 * Experiments on what-if placement: those of the paper, on other logs, and on the value of its
 * plans.
 */
@NullMarked
package io.metasched.simulation.system.whatif.experiment;

import org.jspecify.annotations.NullMarked;
