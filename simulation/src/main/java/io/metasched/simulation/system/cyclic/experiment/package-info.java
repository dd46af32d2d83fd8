/**
 * Experiments that reproduce the tables and figures of the cyclic scheduling paper, one per file.
 */
@NullMarked
package io.metasched.simulation.system.cyclic.experiment;

import org.jspecify.annotations.NullMarked;
