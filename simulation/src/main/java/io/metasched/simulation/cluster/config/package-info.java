/** The settings of a cluster, and the actor systems that are started with them. */
@NullMarked
package io.metasched.simulation.cluster.config;

import org.jspecify.annotations.NullMarked;
