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
 * @param malformed malformed lines that were skipped
 * @param users what the log calls its users, by their numbers; none where it numbers them itself
 * @param notes what the log does not say, and what stands for it
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
   * A user of a log.
   *
   * @param name what the log calls the user
   * @param organization what it calls the user's virtual organization or group; empty where unknown
   */
  public record LoggedUser(String name, String organization) {}

  /** A log that numbers its users. */
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

  /** Copies the collections. */
  public Trace {
    users = Collections.unmodifiableSortedMap(new TreeMap<>(users));
    notes = List.copyOf(notes);
    jobs = List.copyOf(jobs);
    header = Collections.unmodifiableSortedMap(new TreeMap<>(header));
    dropped = Collections.unmodifiableSortedMap(new TreeMap<>(dropped));
  }
}
