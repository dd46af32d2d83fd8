package io.metasched.simulation.workload;

import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Ticks;
import io.metasched.resource.model.Work;
import io.metasched.simulation.random.Seeds;
import java.util.ArrayList;
import java.util.List;

/**
 * Generator of a job flow: a batch of jobs before each cycle.
 *
 * <p>Source: the cyclic scheduling paper, section 5; the numbers are calibrated (docs/sources.md).
 *
 * @param cycles number of batches
 * @param periodTicks period of the batches, each of which is submitted at a multiple of the period
 * @param jobsPerCycle size of a batch
 * @param users number of users; each job is submitted by one of them at random
 * @param leastNodes minimum number of nodes; uniform between this and the maximum
 * @param mostNodes maximum number of nodes
 * @param leastVolume minimum volume in performance x units; uniform between this and the maximum
 * @param mostVolume maximum volume
 * @param leastRealShare minimum share of its reserved time that a job actually runs
 * @param mostRealShare maximum share
 * @param traits other traits
 */
public record SyntheticWorkload(
    int cycles,
    long periodTicks,
    int jobsPerCycle,
    int users,
    int leastNodes,
    int mostNodes,
    long leastVolume,
    long mostVolume,
    double leastRealShare,
    double mostRealShare,
    JobTraits traits) {

  /** Generates the jobs, numbered from 1. */
  public Workload generate(Seeds seeds) {
    var jobs = new ArrayList<SimulatedJob>();
    for (int cycle = 0; cycle < cycles; cycle++) {
      for (int i = 0; i < jobsPerCycle; i++) {
        jobs.add(job(jobs.size() + 1L, cycle * periodTicks, seeds));
      }
    }
    return new Workload(jobs, users, List.of());
  }

  private SimulatedJob job(long number, long submitTick, Seeds seeds) {
    int nodes = seeds.generator("nodes", number).nextInt(leastNodes, mostNodes + 1);
    long volume =
        seeds.generator("volume", number).nextLong(leastVolume, mostVolume + 1) * Ticks.PER_UNIT;
    double share = JobTraits.uniform(seeds, "real-length", number, leastRealShare, mostRealShare);
    var job =
        Job.of(
                JobId.of(number),
                JobTraits.user(seeds, number, users),
                submitTick,
                nodes,
                Work.volume(volume),
                traits.requirements(seeds, number),
                traits.costLimitMilli(seeds, number, nodes, volume),
                traits.deadlineTick(seeds, number, submitTick),
                traits.criterion(seeds, number))
            .withPriority(traits.priority(seeds, number));
    return new SimulatedJob(
        job, RealLength.fraction(share), traits.withdrawTick(seeds, number, submitTick));
  }
}
