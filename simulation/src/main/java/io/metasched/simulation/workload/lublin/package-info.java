/**
 * The workload model of Lublin and Feitelson: rigid jobs as parallel supercomputers get them, with
 * daily cycles of arrivals and run times that depend on sizes. What it draws are jobs with arrival,
 * size and run time; estimates, users and reservations are no part of it.
 */
@NullMarked
package io.metasched.simulation.workload.lublin;

import org.jspecify.annotations.NullMarked;
