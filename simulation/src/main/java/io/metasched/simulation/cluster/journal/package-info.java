/**
 * The database behind the journal of a cluster: its tables, and the server that keeps it for the
 * JVMs of one run. What is written there belongs to the actors.
 */
@NullMarked
package io.metasched.simulation.cluster.journal;

import org.jspecify.annotations.NullMarked;
