/**
 * Published tables and figures, one per file: runs, published values and claims. {@link
 * io.metasched.simulation.system.Experiments} is the registry of their names. Replications are
 * executed in {@code study}, and results are displayed in {@code report}.
 */
@NullMarked
package io.metasched.simulation.experiment;

import org.jspecify.annotations.NullMarked;
