/**
 * Runs over several JVMs: loading of the scenario in each JVM, deployment of the actors of a policy
 * run, and JVMs that are started, stopped and made to lose messages. Clusters are formed, and
 * actors are hosted, by the deployment of the metascheduler's module. The behaviors of these actors
 * are those of a run in one JVM and do not depend on the cluster.
 */
@NullMarked
package io.metasched.simulation.driver.cluster;

import org.jspecify.annotations.NullMarked;
