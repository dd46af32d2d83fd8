/**
 * Experiments that reproduce the tables and figures of the hierarchical reservation paper, one per
 * file.
 */
@NullMarked
package io.metasched.simulation.system.twolevel.experiment;

import org.jspecify.annotations.NullMarked;
