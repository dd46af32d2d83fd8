/**
 * Experiments on what-if placement: experiments of the paper, on other logs, and on the value of
 * plans.
 */
@NullMarked
package io.metasched.simulation.system.whatif.experiment;

import org.jspecify.annotations.NullMarked;
