package io.metasched.service.plan;

import io.metasched.metascheduler.alternatives.BudgetReading;
import io.metasched.metascheduler.alternatives.CombinationChoices;
import io.metasched.metascheduler.alternatives.VoGoal;
import io.metasched.metascheduler.cyclic.scheduling.VoRules;
import io.metasched.metascheduler.cyclic.scheduling.VoScheduler;
import io.metasched.metascheduler.policy.Policies;
import io.metasched.metascheduler.policy.PolicySettings;
import io.metasched.metascheduler.policy.SchedulingPolicy;
import io.metasched.metascheduler.queue.QueueRules;
import io.metasched.resource.pricing.Pricing;
import io.metasched.resource.search.SearchFamily;
import io.metasched.service.book.AccountLimits;
import io.metasched.service.book.SchedulerRules;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Settings of cycles.
 *
 * @param period time between cycles
 * @param lead time from the snapshot of a cycle to the earliest start that the cycle books; covers
 *     planning, booking and preparation
 * @param horizon time after its snapshot up to which a cycle plans
 * @param granularity unit of window lengths: each length is a multiple of this unit
 * @param batchLimit highest number of jobs in one cycle
 * @param policy name of the policy
 * @param options options of the policy by name
 * @param searchSteps highest number of steps of a search that is not a sweep
 * @param restOfReasons number of events, per waiting job, for which a job keeps its reason for
 *     waiting; empty if each change is recorded
 * @param queue order of the waiting jobs
 * @param limits limits of accounts without own limits
 * @param withinBalance whether cycles find windows that cost at most the balance of the account;
 *     otherwise, a job whose window costs more is refused
 */
@RecordBuilder
public record CycleSettings(
    Duration period,
    Duration lead,
    Duration horizon,
    Duration granularity,
    int batchLimit,
    String policy,
    SortedMap<String, String> options,
    long searchSteps,
    Optional<Integer> restOfReasons,
    QueueRules queue,
    AccountLimits limits,
    boolean withinBalance)
    implements CycleSettingsBuilder.With {
  private static final int ALTERNATIVES_CAP = 14;

  /**
   * Default number of events, per waiting job, for which a reason is kept. With this default,
   * changes of reasons cause at most as many events as all other causes together, and one event in
   * 5 s for a single waiting job.
   */
  private static final int REST_OF_REASONS = 2;

  private static final Duration MOVE_TIME = Duration.ofSeconds(1);

  /**
   * @throws IllegalArgumentException for an unknown policy
   */
  public CycleSettings {
    options = new TreeMap<>(options);
    if (Policies.builtIn().named(policy).isEmpty()) {
      throw new IllegalArgumentException(
          "policy: allowed is one of %s, given was '%s'"
              .formatted(Policies.builtIn().names(), policy));
    }
  }

  /** Creates settings with the defaults of this version. */
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
        Optional.of(REST_OF_REASONS),
        QueueRules.USUAL,
        AccountLimits.NONE,
        true);
  }

  /** Returns the settings recorded in the book. */
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
        rules.restOfReasons(),
        rules.queue().orElse(QueueRules.USUAL),
        rules.limits().orElse(AccountLimits.NONE),
        rules.withinBalance().orElse(false));
  }

  /** Returns the rules to record in the book. */
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
        restOfReasons,
        Optional.of(queue),
        Optional.of(limits).filter(any -> !any.equals(AccountLimits.NONE)),
        Optional.of(withinBalance));
  }

  /**
   * Returns the time until the earliest start to which a job may move. This time includes a second
   * for the move itself.
   *
   * @param prepareLead time before the start of a job at which its preparation begins, and after
   *     which the job does not move
   */
  public Duration moveLead(Duration prepareLead) {
    return (prepareLead.compareTo(lead) > 0 ? prepareLead : lead).plus(MOVE_TIME);
  }

  /** Returns the rules as passed to the scheduler. */
  public VoRules rules() {
    return new VoRules(
        granularity.toMillis(),
        horizon.toMillis(),
        lead.toMillis(),
        batchLimit,
        VoRules.NO_LIMIT, // a job with a later earliest start waits, unless it has a deadline
        false);
  }

  /** Creates a scheduler for the nodes of a fleet, without jobs. */
  public VoScheduler scheduler(Fleet fleet, Pricing pricing) {
    return scheduler(fleet, pricing, createPolicy());
  }

  /** Creates a scheduler with an existing policy. */
  VoScheduler scheduler(Fleet fleet, Pricing pricing, SchedulingPolicy made) {
    return new VoScheduler(rules(), fleet.numbered(), pricing, policy, made, cycle -> cycle);
  }

  /**
   * Creates the policy, which caches data on booked jobs between moves. This saves searches and
   * changes no result.
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
