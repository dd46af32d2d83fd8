package io.metasched.service.book;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Requirements;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Specification of a job by its user.
 *
 * @param name name chosen by the user; untrusted text
 * @param account paying account
 * @param labels labels chosen by the user
 * @param nodes number of parts, which start together
 * @param work work of each part
 * @param requirements requirements on each node
 * @param costLimitMilli highest total cost, in 1/1000; {@link WindowRequest#NO_LIMIT} for no limit
 * @param priceLimitMilli highest price of a node per second, in 1/1000; {@link
 *     WindowRequest#NO_LIMIT} for no limit
 * @param criterion criterion to be minimized
 * @param notBefore earliest start of all parts
 * @param deadline latest end of all parts
 * @param run command and its settings
 * @param onNodeLoss treatment of the job if its nodes fail
 * @param sites demands on sites; empty for the usual ones
 * @param after jobs on which the job depends
 * @param mail mails about the job
 * @param priority priority among the waiting jobs; empty for 0
 * @param task place of the job in a workflow; empty for a job outside of workflows
 */
@RecordBuilder
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
    NodeLoss onNodeLoss,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<SiteDemand> sites,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Dependency> after,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<MailPlan> mail,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Integer> priority,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<WorkflowTask> task)
    implements JobSpecBuilder.With {

  public JobSpec {
    after = after == null ? List.of() : List.copyOf(after); // absent in books of old versions
    labels = Collections.unmodifiableMap(new TreeMap<>(labels));
  }

  /**
   * Returns the job for the scheduler.
   *
   * @param user number of the account
   */
  public Job job(long number, int user, Instant submitted, WallTicks ticks) {
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
        criterion,
        0);
  }
}
