package io.metasched.simulation.system.whatif;

import io.metasched.resource.model.WindowRequest;
import io.metasched.simulation.input.InputTable;
import io.metasched.simulation.workload.JobEntry;
import io.metasched.simulation.workload.RigidJobTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What clusters and the reservation service get. A job's index is its number for the clusters; the
 * numbers of requests follow.
 *
 * @param jobs by (submit, id)
 * @param requests by (submit, id)
 */
public record GridWorkload(List<LocalJob> jobs, List<FlexibleRequest> requests) {
  private static final int UNKNOWN_USER = -1;

  /** Copies the lists. */
  public GridWorkload {
    jobs = List.copyOf(jobs);
    requests = List.copyOf(requests);
  }

  /** The same jobs alone, each at its time. */
  GridWorkload withoutRequests() {
    return new GridWorkload(jobs.stream().map(job -> job.at(job.submitTick())).toList(), List.of());
  }

  /** Whether a job waits for others. */
  boolean hasDependencies() {
    return jobs.stream().anyMatch(job -> !job.precedence().isNone());
  }

  /** The index of a request by its number. */
  int indexOf(int number) {
    return number - jobs.size();
  }

  /** Jobs and requests as a file of jobs has them, by submission. */
  InputTable<JobEntry> table() {
    var entries = new ArrayList<JobEntry>();
    for (var job : jobs) {
      entries.add(
          RigidJobTable.entry(
              job.id(),
              job.user(),
              new RigidJobTable.Wanted(job.submitTick(), 0, WindowRequest.NO_LIMIT),
              job.processors(),
              new RigidJobTable.Length(job.limitTicks(), job.runTicks())));
    }
    for (var request : requests) {
      var part = request.request().part();
      entries.add(
          RigidJobTable.entry(
              request.id(),
              UNKNOWN_USER,
              new RigidJobTable.Wanted(request.submitTick(), part.readyTick(), part.dueTick()),
              part.processors(),
              new RigidJobTable.Length(part.durationTicks(), part.durationTicks())));
    }
    entries.sort(Comparator.comparingLong(JobEntry::submitTick).thenComparing(JobEntry::name));
    return new InputTable<>(JobEntry.FORMAT, entries);
  }
}
