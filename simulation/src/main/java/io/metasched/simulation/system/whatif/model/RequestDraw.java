package io.metasched.simulation.system.whatif.model;

import io.metasched.metascheduler.whatif.GridRequest;
import io.metasched.resource.provider.ReservationRequest;
import io.metasched.resource.whatif.SlotPreference;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.workload.trace.TraceJob;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Conversion of one job of each block into a request for a reservation: with the processors and the
 * real run time of the job, in a window that opens some time after the submission. The other jobs
 * are submitted to the clusters.
 *
 * <p>Source: the what-if paper, section 5.1; requests for several clusters and withdrawals are
 * additions of this project.
 *
 * @param blockJobs number of consecutive jobs in a block, at least 1; a shorter last block may have
 *     no request
 * @param leadTicks time from the submission to the earliest start (book-ahead time), at least 0
 * @param windowTicks length of the window beyond the reservation (start time window), at least 0
 * @param coAllocatedShare share of the requests for two clusters, from 0 to 1
 * @param withdrawnShare share of the requests that are withdrawn at some time between their
 *     submission and the end of their window, from 0 to 1
 * @param preference preference of all clients
 * @param mostJobProcessors limit to which the processors of jobs that do not become requests are
 *     cut
 */
public record RequestDraw(
    int blockJobs,
    long leadTicks,
    long windowTicks,
    double coAllocatedShare,
    double withdrawnShare,
    SlotPreference preference,
    int mostJobProcessors) {

  /**
   * Returns jobs and requests of a log.
   *
   * @param logged jobs by (submit, id)
   * @param clusterProcessors number of processors of each cluster; a job is submitted to a cluster
   *     with enough processors, drawn uniformly
   * @throws IllegalArgumentException for a job that is too large for every cluster
   */
  public GridWorkload of(List<TraceJob> logged, List<Integer> clusterProcessors, Seeds seeds) {
    var isDrawn = new boolean[logged.size()];
    for (int block = 0; block * blockJobs < logged.size(); block++) {
      int at = block * blockJobs + seeds.generator("requests", block).nextInt(blockJobs);
      if (at < logged.size()) {
        isDrawn[at] = true;
      }
    }
    var jobs = new ArrayList<ClusterJob>();
    var chosen = new ArrayList<TraceJob>();
    for (int i = 0; i < isDrawn.length; i++) {
      if (isDrawn[i]) {
        chosen.add(logged.get(i));
      } else {
        jobs.add(local(logged.get(i), clusterProcessors, seeds));
      }
    }
    var requests = new ArrayList<FlexibleRequest>();
    for (var job : chosen) {
      requests.add(request(job, jobs.size() + requests.size(), clusterProcessors.size(), seeds));
    }
    return new GridWorkload(jobs, requests);
  }

  private ClusterJob local(TraceJob job, List<Integer> clusterProcessors, Seeds seeds) {
    int processors = Math.min(mostJobProcessors, job.processors());
    var fitting = new ArrayList<Integer>();
    for (int i = 0; i < clusterProcessors.size(); i++) {
      if (clusterProcessors.get(i) >= processors) {
        fitting.add(i);
      }
    }
    if (fitting.isEmpty()) {
      throw new IllegalArgumentException(
          "job %d needs %d processors, more than any cluster has".formatted(job.id(), processors));
    }
    int cluster =
        fitting.size() == 1
            ? fitting.get(0)
            : fitting.get(seeds.generator("cluster", job.id()).nextInt(fitting.size()));
    return new ClusterJob(
        job.id(),
        cluster,
        job.submitTicks(),
        job.runTicks(),
        processors,
        job.estimateTicks(),
        job.user(),
        job.precedence());
  }

  private FlexibleRequest request(TraceJob job, int number, int clusters, Seeds seeds) {
    long ready = Math.addExact(job.submitTicks(), leadTicks);
    long due = Math.addExact(Math.addExact(ready, job.runTicks()), windowTicks);
    var part = new ReservationRequest(number, ready, due, job.processors(), job.runTicks());
    boolean isCoAllocated =
        clusters > 1 && seeds.generator("co-allocated", job.id()).nextDouble() < coAllocatedShare;
    var request = new GridRequest(part, isCoAllocated ? 2 : 1, preference);
    return new FlexibleRequest(job.id(), job.submitTicks(), request, withdrawal(job, due, seeds));
  }

  private OptionalLong withdrawal(TraceJob job, long due, Seeds seeds) {
    var generator = seeds.generator("withdrawn", job.id());
    return generator.nextDouble() < withdrawnShare
        ? OptionalLong.of(generator.nextLong(job.submitTicks() + 1, due + 1))
        : OptionalLong.empty();
  }
}
