package io.metasched.simulation.workload.trace;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What was read from a log: the sound jobs, and an account of everything else. Immutable.
 *
 * @param name file name of the log, those of several joined by {@code +}; safe to print
 * @param jobs the jobs by (submit, id); at least one when it comes from a reader
 * @param processors size of the machine, 1 and up
 * @param header keys of the header with their values; the values of a repeated key are joined by
 *     line feeds in their order; no other control characters
 * @param dropped how many selected jobs were dropped, by cause; causes that never occurred are
 *     absent
 * @param clamped how many of {@code jobs} were cut to the size of the machine
 * @param malformed how many malformed lines were skipped
 */
public record Trace(
    String name,
    List<TraceJob> jobs,
    int processors,
    SortedMap<String, String> header,
    SortedMap<DropCause, Integer> dropped,
    int clamped,
    int malformed) {

  /** Copies the collections. */
  public Trace {
    jobs = List.copyOf(jobs);
    header = Collections.unmodifiableSortedMap(new TreeMap<>(header));
    dropped = Collections.unmodifiableSortedMap(new TreeMap<>(dropped));
  }
}
