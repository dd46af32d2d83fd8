/**
 * Reading and writing of workloads in files, today in the Standard Workload Format. What a reader
 * gives is a {@link io.metasched.simulation.workload.trace.Trace}: sound jobs in the order of their
 * arrival, with a count of everything that was left out. How workloads are generated and replayed
 * does not belong here.
 */
@NullMarked
package io.metasched.simulation.workload.trace;

import org.jspecify.annotations.NullMarked;
