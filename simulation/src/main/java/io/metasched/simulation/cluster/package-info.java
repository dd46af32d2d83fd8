/**
 * A run over several JVMs: who joins a cluster and in which role, how each JVM learns the scenario,
 * how the actors of a play come to life in them, and how JVMs are started and stopped. The
 * behaviours of these actors are those of a run in one JVM and know nothing of it.
 */
@NullMarked
package io.metasched.simulation.cluster;

import org.jspecify.annotations.NullMarked;
