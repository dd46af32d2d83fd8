/**
 * Reading of recorded workloads, one format per reader: today the Standard Workload Format. What
 * leaves this package is a {@link io.metasched.simulation.workload.trace.Trace}: sound jobs in the
 * order of their arrival, with a count of everything that was left out. Generated workloads and the
 * replay of a trace do not belong here.
 */
@NullMarked
package io.metasched.simulation.workload.trace;

import org.jspecify.annotations.NullMarked;
