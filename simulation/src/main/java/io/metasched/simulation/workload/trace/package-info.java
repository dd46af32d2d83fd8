/**
 * Reading and writing of workloads in files: the Standard Workload Format, the Grid Workloads
 * Format, the output of sacct, and workloads of Batsim. Readers return a {@link
 * io.metasched.simulation.workload.trace.Trace}: valid jobs in the order of their arrival, with a
 * count of all dropped jobs. Generation and replay of workloads do not belong here.
 */
@NullMarked
package io.metasched.simulation.workload.trace;

import org.jspecify.annotations.NullMarked;
