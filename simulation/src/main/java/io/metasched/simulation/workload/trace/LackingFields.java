package io.metasched.simulation.workload.trace;

import java.util.ArrayList;
import java.util.List;

/** Counter of the jobs of a log with missing values, field by field. */
final class LackingFields {
  private int requestedTime;
  private int requestedProcessors;
  private int user;

  void count(LoggedJob job) {
    requestedTime += job.requestedMilli() > 0 ? 0 : 1;
    requestedProcessors += job.requestedProcessors() > 0 ? 0 : 1;
    user += job.user() < 0 ? 1 : 0;
  }

  List<String> notes() {
    var notes = new ArrayList<String>();
    add(notes, "requested time", requestedTime, "their run time");
    add(notes, "requested processors", requestedProcessors, "their allocated processors");
    add(notes, "user", user, "one unknown user");
    return notes;
  }

  private static void add(List<String> notes, String field, int jobs, String instead) {
    if (jobs > 0) {
      notes.add("%s: missing for %d jobs, replaced by %s".formatted(field, jobs, instead));
    }
  }
}
