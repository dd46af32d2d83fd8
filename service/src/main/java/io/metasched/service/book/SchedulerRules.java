package io.metasched.service.book;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.metasched.metascheduler.queue.QueueRules;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Rules by which cycles plan, and the nodes, in force from the event that sets them. With these
 * rules, the book contains all inputs of the plan of a cycle.
 *
 * @param nodes nodes in the scheduler's numbering order
 * @param period time between cycles
 * @param lead time from the snapshot of a cycle to the earliest start that the cycle books
 * @param prepareLead time before the start of a job at which its preparation begins, and after
 *     which the job does not move
 * @param horizon time after its snapshot up to which a cycle plans
 * @param granularity unit of window lengths: each length is a multiple of this unit
 * @param batchLimit highest number of jobs in one cycle
 * @param policy name of the policy
 * @param options options of the policy by name
 * @param searchSteps highest number of steps of a search that is not a sweep
 * @param restOfReasons number of events, per waiting job, for which a job keeps its reason for
 *     waiting; empty in books of old versions, which wrote each change
 * @param queue order of the waiting jobs; empty in books of old versions
 * @param limits limits of accounts without own limits; empty in books of old versions
 * @param withinBalance whether cycles find windows that cost at most the balance of the account;
 *     empty in books of old versions, which refused a job whose window cost more
 */
@RecordBuilder
public record SchedulerRules(
    List<FleetNode> nodes,
    Duration period,
    Duration lead,
    Duration prepareLead,
    Duration horizon,
    Duration granularity,
    int batchLimit,
    String policy,
    SortedMap<String, String> options,
    long searchSteps,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Integer> restOfReasons,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<QueueRules> queue,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<AccountLimits> limits,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Boolean> withinBalance)
    implements SchedulerRulesBuilder.With {
  public SchedulerRules {
    nodes = List.copyOf(nodes);
    options = Collections.unmodifiableSortedMap(new TreeMap<>(options));
  }
}
