package io.metasched.simulation.workload.trace;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Content of a log: the valid jobs, and an account of everything else. Immutable.
 *
 * @param name file name of the log; several names are joined by {@code +}; safe to print
 * @param jobs jobs by (submit, id); at least one if it was created by a reader
 * @param processors size of the machine, at least 1
 * @param header keys of the header with their values; the values of a repeated key are joined by
 *     line feeds in their order; no other control characters
 * @param dropped number of selected jobs that were dropped, by cause; causes that never occurred
 *     are absent
 * @param clamped number of {@code jobs} that were cut to the size of the machine
 * @param malformed malformed lines that were skipped
 * @param users names of the users, by their numbers; empty if the log numbers them itself
 * @param notes notes on missing values and their substitutes
 */
public record Trace(
    String name,
    List<TraceJob> jobs,
    int processors,
    SortedMap<String, String> header,
    SortedMap<DropCause, Integer> dropped,
    int clamped,
    SkippedLines malformed,
    SortedMap<Integer, LoggedUser> users,
    List<String> notes) {

  /**
   * User of a log.
   *
   * @param name name in the log
   * @param organization virtual organization or group in the log; empty if unknown
   */
  public record LoggedUser(String name, String organization) {}

  /** Creates a log that numbers its users. */
  public Trace(
      String name,
      List<TraceJob> jobs,
      int processors,
      SortedMap<String, String> header,
      SortedMap<DropCause, Integer> dropped,
      int clamped) {
    this(
        name,
        jobs,
        processors,
        header,
        dropped,
        clamped,
        SkippedLines.NONE,
        new TreeMap<>(),
        List.of());
  }

  public Trace {
    users = Collections.unmodifiableSortedMap(new TreeMap<>(users));
    notes = List.copyOf(notes);
    jobs = List.copyOf(jobs);
    header = Collections.unmodifiableSortedMap(new TreeMap<>(header));
    dropped = Collections.unmodifiableSortedMap(new TreeMap<>(dropped));
  }
}
