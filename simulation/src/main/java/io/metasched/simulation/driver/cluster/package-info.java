/**
 * A run over several JVMs: how each JVM loads the scenario, how the actors of a policy run are
 * started in them, and how JVMs are started, stopped and made to lose messages. How a cluster is
 * formed and actors are hosted in it is the deployment of the metascheduler's module; the behaviors
 * of these actors are those of a run in one JVM and know nothing of it.
 */
@NullMarked
package io.metasched.simulation.driver.cluster;

import org.jspecify.annotations.NullMarked;
