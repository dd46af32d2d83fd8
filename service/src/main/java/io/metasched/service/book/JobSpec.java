package io.metasched.service.book;

import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Requirements;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a user wants of a job.
 *
 * @param name chosen by the user, foreign text
 * @param account who pays
 * @param labels chosen by the user
 * @param nodes how many parts, which start together
 * @param work what each part has to do
 * @param requirements what each node must have
 * @param costLimitMilli most that all of it may cost; {@link WindowRequest#NO_LIMIT} for no limit
 * @param priceLimitMilli most that a node may cost per second; {@link WindowRequest#NO_LIMIT} for
 *     no limit
 * @param criterion what the user wants least of
 * @param notBefore no part starts before it
 * @param deadline every part ends by it
 * @param run what it runs
 * @param onNodeLoss what becomes of it if its nodes fail it
 */
public record JobSpec(
    String name,
    String account,
    Map<String, String> labels,
    int nodes,
    Work work,
    Requirements requirements,
    long costLimitMilli,
    long priceLimitMilli,
    Criterion criterion,
    Optional<Instant> notBefore,
    Optional<Instant> deadline,
    RunPlan run,
    NodeLoss onNodeLoss) {

  public JobSpec {
    labels = Collections.unmodifiableMap(new TreeMap<>(labels));
  }

  /**
   * The job as the scheduler sees it.
   *
   * @param user the number of the account
   */
  public Job job(long number, int user, Instant submitted, Ticks ticks) {
    return new Job(
        JobId.of(number),
        user,
        ticks.at(submitted),
        nodes,
        work,
        requirements,
        costLimitMilli,
        priceLimitMilli,
        notBefore.map(ticks::at).orElse(0L),
        deadline.map(ticks::at).orElse(WindowRequest.NO_LIMIT),
        criterion);
  }

  /** The same with other labels. */
  public JobSpec withLabels(Map<String, String> others) {
    return new JobSpec(
        name,
        account,
        others,
        nodes,
        work,
        requirements,
        costLimitMilli,
        priceLimitMilli,
        criterion,
        notBefore,
        deadline,
        run,
        onNodeLoss);
  }

  /** The same with other limits. */
  public JobSpec withLimits(long costMilli, long priceMilli, Optional<Instant> otherDeadline) {
    return new JobSpec(
        name,
        account,
        labels,
        nodes,
        work,
        requirements,
        costMilli,
        priceMilli,
        criterion,
        notBefore,
        otherDeadline,
        run,
        onNodeLoss);
  }
}
