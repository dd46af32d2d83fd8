/**
 * Published tables and figures, one per file, and {@link
 * io.metasched.simulation.system.Experiments}, the registry that names them: what is run, what the
 * paper says, what it claims. How replications run is in {@code replication}, how results are shown
 * in {@code report}.
 */
@NullMarked
package io.metasched.simulation.experiment;

import org.jspecify.annotations.NullMarked;
