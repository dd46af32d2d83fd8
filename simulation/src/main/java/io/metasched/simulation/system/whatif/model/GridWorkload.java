package io.metasched.simulation.system.whatif.model;

import io.metasched.resource.model.WindowRequest;
import io.metasched.simulation.input.InputTable;
import io.metasched.simulation.workload.JobEntry;
import io.metasched.simulation.workload.RigidJobTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Workload of the clusters and the reservation service. A job's index is its number for the
 * clusters; the numbers of requests follow.
 *
 * @param jobs jobs by (submit, id)
 * @param requests requests by (submit, id)
 */
public record GridWorkload(List<ClusterJob> jobs, List<FlexibleRequest> requests) {
  private static final int UNKNOWN_USER = -1;

  public GridWorkload {
    jobs = List.copyOf(jobs);
    requests = List.copyOf(requests);
  }

  /** Returns the jobs alone, each with its submit time and without dependencies. */
  GridWorkload withoutRequests() {
    return new GridWorkload(jobs.stream().map(job -> job.at(job.submitTick())).toList(), List.of());
  }

  /** Returns whether a job waits for others. */
  public boolean hasDependencies() {
    return jobs.stream().anyMatch(job -> !job.precedence().isNone());
  }

  /** Returns the index of a request by its number. */
  int indexOf(int number) {
    return number - jobs.size();
  }

  /** Returns jobs and requests as a table of jobs, by submission. */
  public InputTable<JobEntry> table() {
    var entries = new ArrayList<JobEntry>();
    for (var job : jobs) {
      entries.add(
          RigidJobTable.entry(
              job.id(),
              job.user(),
              new RigidJobTable.Times(job.submitTick(), 0, WindowRequest.NO_LIMIT),
              job.processors(),
              new RigidJobTable.Length(job.limitTicks(), job.runTicks())));
    }
    for (var request : requests) {
      var part = request.request().part();
      entries.add(
          RigidJobTable.entry(
              request.id(),
              UNKNOWN_USER,
              new RigidJobTable.Times(request.submitTick(), part.readyTick(), part.dueTick()),
              part.processors(),
              new RigidJobTable.Length(part.durationTicks(), part.durationTicks())));
    }
    entries.sort(Comparator.comparingLong(JobEntry::submitTick).thenComparing(JobEntry::name));
    return new InputTable<>(JobEntry.FORMAT, entries);
  }
}
