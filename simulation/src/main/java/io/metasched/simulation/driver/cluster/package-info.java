/**
 * Runs over several JVMs: loading of the scenario in each JVM, and deployment of the actors of a
 * policy run. This package also starts and stops JVMs, and injects the loss of messages. Clusters
 * are formed, and actors are hosted, by the deployment of the metascheduler's module. These actors
 * behave as in a run in one JVM and do not depend on the cluster.
 */
@NullMarked
package io.metasched.simulation.driver.cluster;

import org.jspecify.annotations.NullMarked;
