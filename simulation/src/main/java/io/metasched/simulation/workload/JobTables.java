package io.metasched.simulation.workload;

import io.metasched.simulation.input.InputTable;

/** Tables of jobs; reading them yields equal jobs. */
public final class JobTables {
  private JobTables() {}

  /** Returns the table of the jobs of a flow. */
  public static InputTable<JobEntry> of(Workload workload, Participants participants) {
    var entries =
        workload.jobs().stream()
            .map(
                simulated -> {
                  var job = simulated.job();
                  var number = Long.toString(job.id().number());
                  return JobEntry.of(
                      simulated,
                      participants.jobs().getOrDefault(job.id(), number),
                      participants.userLabel(job.user()),
                      participants.organizations().label(job.id().vo()));
                })
            .toList();
    return new InputTable<>(JobEntry.FORMAT, entries);
  }
}
