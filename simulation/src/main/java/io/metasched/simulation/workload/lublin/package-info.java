/**
 * Workload model of Lublin and Feitelson: rigid jobs of parallel supercomputers, with daily cycles
 * of arrivals and run times that depend on sizes. It draws jobs with arrival, size and run time;
 * estimates, users and reservations are not part of it.
 */
@NullMarked
package io.metasched.simulation.workload.lublin;

import org.jspecify.annotations.NullMarked;
