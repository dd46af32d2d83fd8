package io.metasched.service.plan;

import io.metasched.metascheduler.alternatives.BudgetReading;
import io.metasched.metascheduler.alternatives.CombinationChoices;
import io.metasched.metascheduler.alternatives.VoGoal;
import io.metasched.metascheduler.policy.Policies;
import io.metasched.metascheduler.policy.PolicySettings;
import io.metasched.metascheduler.policy.SchedulingPolicy;
import io.metasched.metascheduler.scheduling.VoRules;
import io.metasched.metascheduler.scheduling.VoScheduler;
import io.metasched.resource.pricing.Pricing;
import io.metasched.resource.search.SearchFamily;
import io.metasched.service.book.SchedulerRules;
import java.time.Duration;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How cycles are made.
 *
 * @param period from one cycle to the next
 * @param lead from a cycle's snapshot to the earliest start of what it books: time to plan and book
 *     it, and to prepare its machines
 * @param horizon how far ahead of its snapshot a cycle plans
 * @param granularity lengths of windows are multiples of it
 * @param batchLimit most jobs in one cycle
 * @param policy name of the policy
 * @param options of the policy, by name
 * @param searchSteps most steps of a search that is no sweep
 * @param restOfReasons for how many events a job keeps the reason for which it waits, for each job
 *     that waits; empty where each change is written
 */
public record CycleSettings(
    Duration period,
    Duration lead,
    Duration horizon,
    Duration granularity,
    int batchLimit,
    String policy,
    SortedMap<String, String> options,
    long searchSteps,
    Optional<Integer> restOfReasons) {
  private static final int ALTERNATIVES_CAP = 14;

  /** So that changes of reasons are as many events as all else, and 5 s of one job that waits. */
  private static final int REST_OF_REASONS = 2;

  private static final Duration MOVE_TIME = Duration.ofSeconds(1);

  /**
   * @throws IllegalArgumentException for a policy that is not known
   */
  public CycleSettings {
    options = new TreeMap<>(options);
    if (Policies.builtIn().named(policy).isEmpty()) {
      throw new IllegalArgumentException(
          "policy: allowed is one of %s, given was '%s'"
              .formatted(Policies.builtIn().names(), policy));
    }
  }

  /** Cycles as this version makes them. */
  public CycleSettings(
      Duration period,
      Duration lead,
      Duration horizon,
      Duration granularity,
      int batchLimit,
      String policy,
      SortedMap<String, String> options,
      long searchSteps) {
    this(
        period,
        lead,
        horizon,
        granularity,
        batchLimit,
        policy,
        options,
        searchSteps,
        Optional.of(REST_OF_REASONS));
  }

  /** Cycles as the book says that they are made. */
  public static CycleSettings of(SchedulerRules rules) {
    return new CycleSettings(
        rules.period(),
        rules.lead(),
        rules.horizon(),
        rules.granularity(),
        rules.batchLimit(),
        rules.policy(),
        rules.options(),
        rules.searchSteps(),
        rules.restOfReasons());
  }

  /** What the book is to say of them. */
  public SchedulerRules written(Fleet fleet, Duration prepareLead) {
    return new SchedulerRules(
        fleet.nodes(),
        period,
        lead,
        prepareLead,
        horizon,
        granularity,
        batchLimit,
        policy,
        options,
        searchSteps,
        restOfReasons);
  }

  /**
   * Returns the time until the first start that a move may have: a move takes a second.
   *
   * @param prepareLead how long before its start a job is prepared, and moves no more
   */
  public Duration moveLead(Duration prepareLead) {
    return (prepareLead.compareTo(lead) > 0 ? prepareLead : lead).plus(MOVE_TIME);
  }

  /** The rules of cycles as the scheduler has them. */
  public VoRules rules() {
    return new VoRules(
        granularity.toMillis(),
        horizon.toMillis(),
        lead.toMillis(),
        batchLimit,
        VoRules.NO_LIMIT, // a job whose time may come waits for it, unless it has a deadline
        false);
  }

  /** A scheduler of the nodes of a fleet, without jobs. */
  public VoScheduler scheduler(Fleet fleet, Pricing pricing) {
    return scheduler(fleet, pricing, createPolicy());
  }

  /** The same, with a policy that was made before. */
  VoScheduler scheduler(Fleet fleet, Pricing pricing, SchedulingPolicy made) {
    return new VoScheduler(rules(), fleet.numbered(), pricing, policy, made, cycle -> cycle);
  }

  /**
   * Creates the policy. What it remembers of booked jobs from one move to the next, while it is
   * kept, saves searches and changes no move.
   */
  public SchedulingPolicy createPolicy() {
    var provider = Policies.builtIn().named(policy).orElseThrow();
    var all = new TreeMap<>(provider.options());
    all.putAll(options);
    var settings =
        new PolicySettings(
            SearchFamily.exact(searchSteps),
            ALTERNATIVES_CAP,
            VoGoal.MIN_TIME,
            BudgetReading.MEAN_COSTS,
            CombinationChoices.named("exact"),
            all);
    return new RememberingPolicy(provider.create(settings));
  }
}
