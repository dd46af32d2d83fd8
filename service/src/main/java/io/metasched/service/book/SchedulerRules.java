package io.metasched.service.book;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * By what rules cycles are made, and of which nodes, from the event that says so on. With them the
 * book has all that the plan of a cycle follows from.
 *
 * @param nodes in the order in which the scheduler numbers them
 * @param period from one cycle to the next
 * @param lead from a cycle's snapshot to the earliest start of what it books
 * @param prepareLead how long before its start a job is prepared, and moves no more
 * @param horizon how far ahead of its snapshot a cycle plans
 * @param granularity lengths of windows are multiples of it
 * @param batchLimit most jobs in one cycle
 * @param policy name of the policy
 * @param options of the policy, by name
 * @param searchSteps most steps of a search that is no sweep
 * @param restOfReasons for how many events a job keeps the reason for which it waits, for each job
 *     that waits; empty in books of old versions, which wrote each change
 */
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
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Integer> restOfReasons) {
  /** Copies the nodes and the options. */
  public SchedulerRules {
    nodes = List.copyOf(nodes);
    options = Collections.unmodifiableSortedMap(new TreeMap<>(options));
  }
}
